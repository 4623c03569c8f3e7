// A day of a whole company.
import type { Act, Origin } from './act.ts'
import { administrate } from './administration.ts'
import { apps } from './apps.ts'
import { guests, knocking, scripts } from './background.ts'
import { minuteMs } from './calendar.ts'
import type { Company } from './cast.ts'
import { staffOn } from './company.ts'
import { mailItem, readMail } from './deeds.ts'
import { clientOf } from './devices.ts'
import { KeptDays } from './kept-days.ts'
import { sessionOn } from './life.ts'
import { occasions } from './occasions.ts'
import { arrive, openScene, placeAt, type Scene, signIn } from './scene.ts'
import { ordinaryDay, type Stretch } from './workday.ts'

/** Those who work in a shared mailbox read and answer there too. */
function sharedWork(scene: Scene, stretches: Stretch[]): void {
  const { company, person, chance, devices } = scene
  const stretch = stretches[0]
  if (!stretch || !devices.laptop) return
  for (const shared of company.shared) {
    if (!shared.seats.includes(person.seat) || !chance.chance(0.7)) continue
    const from = arrive(
      scene,
      devices.laptop,
      stretch.spot,
      'outlook',
      stretch.from + 8,
      apps.office,
      apps.exchange,
    )
    const later = () =>
      from.issuedAt + Math.floor(chance.next() * Math.max(5, stretch.to - stretch.from - 10) * minuteMs)
    for (let n = chance.whole(1, 5); n > 0; n--)
      readMail(scene, later(), from, { items: chance.whole(1, 8), mailbox: shared.account, logonType: 2 })
    if (chance.chance(0.6))
      mailItem(scene, later(), from, chance.pick(['SendAs', 'SendOnBehalf']), {
        mailbox: shared.account,
        logonType: 2,
        subject: 'Re: your request',
      })
  }
}

/** Old mail programs ask for mail all day long: some by a token, some still by password. */
function imapDay(scene: Scene): void {
  const { person, chance, devices } = scene
  const device = devices.privatePc ?? devices.laptop
  if (!person.usesImap || !device || scene.life.stay) return
  const hasToken = person.seed.b % 2 === 0
  for (let n = chance.whole(4, 20); n > 0; n--) {
    const minute = chance.between(7 * 60, 22 * 60)
    const at = scene.midnight + Math.floor(minute * minuteMs)
    const from: Origin = {
      ...placeAt(scene, device, 'home', 'imap', minute),
      client: clientOf(device, 'imap', scene.day),
      session: hasToken ? sessionOn(person, device, 'system', scene.day).id : '',
      token: '',
      issuedAt: at,
    }
    if (hasToken)
      signIn(scene, { at, from, app: apps.thunderbird, resource: apps.exchange, isInteractive: false })
    else
      signIn(scene, {
        at,
        from,
        app: apps.exchange,
        resource: apps.exchange,
        mfa: 'none',
        flow: 'legacy',
        isAudited: chance.chance(0.5),
      })
    readMail(scene, at + 3000, from, { isSync: true, app: hasToken ? apps.thunderbird : apps.exchange })
  }
}

// A UTC day is made of the local days around it, so three are in use at once.
const kept = new KeptDays(3, 1_200_000)

/** What happens on a local day, in no order. */
export function dayOfCompany(company: Company, day: number): Act[] {
  return kept.of(company, day, () => makeDay(company, day))
}

function makeDay(company: Company, day: number): Act[] {
  const acts: Act[] = []
  const take = (more: Act[]) => {
    for (const act of more) acts.push(act)
  }
  const staff = staffOn(company, day)
  for (const person of staff) {
    const scene = openScene(company, person, day)
    const stretches = ordinaryDay(scene)
    occasions(scene, stretches)
    sharedWork(scene, stretches)
    imapDay(scene)
    take(scene.acts)
  }
  for (const scene of administrate(company, staff, day)) take(scene.acts)
  take(knocking(company, staff, day))
  take(scripts(company, day))
  take(guests(company, day))
  return acts
}
