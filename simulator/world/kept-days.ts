// Days already made, kept for a while: few for each company, and not too many acts in all.
import type { Act } from './act.ts'
import type { Company } from './cast.ts'

export class KeptDays {
  #perCompany: number
  #mostActs: number
  #acts = 0
  // In order of use, the longest unused first.
  #days = new Map<string, Act[]>()
  #byCompany = new Map<string, string[]>()

  constructor(perCompany: number, mostActs: number) {
    this.#perCompany = perCompany
    this.#mostActs = mostActs
  }

  /** The day's acts, made now if they are not at hand. */
  of(company: Company, day: number, make: () => Act[]): Act[] {
    const owner = `${company.directoryTenantId} ${company.seed.a} ${company.seed.b}`
    const key = `${owner} ${day}`
    const known = this.#days.get(key)
    if (known) {
      this.#days.delete(key)
      this.#days.set(key, known)
      return known
    }
    const acts = make()
    const own = this.#byCompany.get(owner) ?? []
    if (own.length >= this.#perCompany) this.#drop(own[0]!)
    this.#days.set(key, acts)
    this.#acts += acts.length
    this.#byCompany.set(owner, [...(this.#byCompany.get(owner) ?? []), key])
    while (this.#acts > this.#mostActs && this.#days.size > 3) this.#drop(this.#days.keys().next().value!)
    return acts
  }

  #drop(key: string): void {
    const acts = this.#days.get(key)
    if (!acts) return
    this.#days.delete(key)
    this.#acts -= acts.length
    const owner = key.slice(0, key.lastIndexOf(' '))
    const rest = (this.#byCompany.get(owner) ?? []).filter(each => each !== key)
    if (rest.length > 0) this.#byCompany.set(owner, rest)
    else this.#byCompany.delete(owner)
  }
}
