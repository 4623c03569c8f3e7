// The words that habits go by, such as 'country DE': each made once, however many manners and origins share it.

type Kind =
  | 'app'
  | 'bare'
  | 'bound'
  | 'client'
  | 'country'
  | 'deed'
  | 'device'
  | 'factors'
  | 'flow'
  | 'hosting'
  | 'network'
  | 'prefix'
  | 'system'

export type HabitWords = (kind: Kind, value: string) => string

export function createHabitWords(): HabitWords {
  const kinds = new Map<Kind, Map<string, string>>()
  return (kind, value) => {
    let known = kinds.get(kind)
    if (known === undefined) {
      known = new Map()
      kinds.set(kind, known)
    }
    let word = known.get(value)
    if (word === undefined) {
      word = `${kind} ${value}`
      known.set(value, word)
    }
    return word
  }
}
