// Attacks that begin with a password: guessed, tried or known.
import { apps } from '../apps.ts'
import { dayOf } from '../calendar.ts'
import { staffOn } from '../company.ts'
import { readMail } from '../deeds.ts'
import { v4Address } from '../networks.ts'
import { signIn } from '../scene.ts'
import { passwordOnly } from './entry.ts'
import { addMethod, forwardOutside, hideReplies, rummage, sendFraud } from './moves.ts'
import { hour, later, minute, originFrom, type Plot, pickCover, pickPoolFor, strangeTool } from './plot.ts'

export function passwordSpray(plot: Plot, at: number): void {
  const { chance, company, caution, person } = plot
  const staff = staffOn(company, dayOf(at))
  const pool = pickPoolFor(plot, chance.pick(['hosting', 'hosting', 'vpn', 'near'] as const))
  const agent = strangeTool(
    chance.pick([
      'python-requests/2.31.0',
      'fasthttp',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0.0.0 Safari/537.36',
    ]),
  )
  const addresses = Array.from({ length: caution > 0.5 ? chance.whole(6, 30) : chance.whole(1, 3) }, () =>
    v4Address(pool, chance.whole(2, 1000)),
  )
  const targets = chance
    .shuffled(staff)
    .slice(0, Math.max(8, Math.round(staff.length * chance.between(0.4, 1))))
  const rounds = chance.whole(1, 3)
  const length = (20 + caution * 600) * minute
  const fail = (who: Plot['person'], moment: number) => {
    const origin = { ...originFrom(plot, pool, agent), address: chance.pick(addresses) }
    const error = chance.weighted([
      [50126, 88],
      [50053, 10],
      [50057, 2],
    ] as const)
    signIn(plot, {
      at: moment,
      from: origin,
      who,
      app: apps.azureCli,
      resource: apps.azureManagement,
      error,
      mfa: 'none',
      flow: 'ropc',
    })
  }
  for (let round = 0; round < rounds; round++) {
    const begins = at + round * (length + hour)
    for (const [index, who] of targets.entries()) {
      fail(who, index === 0 ? begins : begins + Math.round(chance.next() * length))
    }
  }
  // The last round's password opens one of them.
  const hit = at + (rounds - 1) * (length + hour) + Math.round(chance.next() * length)
  for (let round = 0; round < rounds - 1; round++)
    if (!targets.includes(person)) fail(person, at + round * (length + hour) + 1000)
  const origin = { ...originFrom(plot, pool, agent), address: addresses[0]! }
  signIn(plot, {
    at: hit,
    from: origin,
    app: apps.azureCli,
    resource: apps.azureManagement,
    mfa: 'none',
    flow: 'ropc',
    isAudited: true,
  })
  const { origin: inside, at: opens } = passwordOnly(plot, later(plot, hit, 2, 300))
  rummage(plot, opens + 20_000, inside, 60)
  if (chance.chance(0.4)) hideReplies(plot, later(plot, opens, 10, 90), inside)
  if (chance.chance(0.4)) addMethod(plot, later(plot, opens, 2, 40), inside)
}

export function bruteForce(plot: Plot, at: number): void {
  const { chance } = plot
  const pool = pickPoolFor(plot, chance.pick(['hosting', 'vpn', 'abroad'] as const))
  const origin = originFrom(plot, pool, strangeTool('BAV2ROPC'))
  const tries = chance.whole(25, 160)
  const length = chance.between(8, 240) * minute
  for (let n = 0; n < tries; n++) {
    signIn(plot, {
      at: at + Math.round((n / tries) * length),
      from: { ...origin, address: v4Address(pool, chance.whole(2, 6)) },
      app: apps.exchange,
      resource: apps.exchange,
      error: n > 9 && chance.chance(0.5) ? 50053 : 50126,
      mfa: 'none',
      flow: 'ropc',
    })
  }
  const { origin: inside, at: opens } = passwordOnly(
    plot,
    at + Math.round(length) + chance.whole(5000, 600_000),
    pool,
  )
  rummage(plot, opens + 30_000, inside, 45)
  if (chance.chance(0.5)) forwardOutside(plot, later(plot, opens, 5, 60), inside)
}

export function mfaFatigue(plot: Plot, at: number): void {
  const { chance, person } = plot
  const origin = originFrom(plot, pickPoolFor(plot, pickCover(plot)), {
    ...strangeTool(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36',
      'Browser',
      'Client=OWA;Action=ViaProxy',
    ),
    browser: 'Chrome 119.0.0',
  })
  let moment = at
  const prompts = chance.whole(5, 22)
  for (let n = 0; n < prompts; n++) {
    signIn(plot, { at: moment, from: origin, error: 50074, mfa: 'asked' })
    moment += chance.whole(20_000, 65_000)
    signIn(plot, {
      at: moment,
      from: origin,
      error: 500121,
      mfa: chance.chance(0.45) ? 'denied' : 'unanswered',
      method: 'Mobile app notification',
    })
    moment += Math.round(chance.between(0.2, 5) * minute)
  }
  signIn(plot, { at: moment, from: origin, error: 50074, mfa: 'asked' })
  moment += chance.whole(8000, 50_000)
  signIn(plot, { at: moment, from: origin, mfa: 'passed', method: 'Mobile app notification' })
  rummage(plot, moment + 60_000, origin, 60)
  if (chance.chance(0.6)) addMethod(plot, later(plot, moment, 1, 30), origin)
  if (chance.chance(0.4)) hideReplies(plot, later(plot, moment, 10, 120), origin)
  if (person.department === 'Finance') sendFraud(plot, later(plot, moment, 60, 400), origin)
}

export function legacyProtocol(plot: Plot, at: number): void {
  const { chance } = plot
  const origin = originFrom(
    plot,
    pickPoolFor(plot, chance.pick(['hosting', 'vpn', 'abroad'] as const)),
    strangeTool('BAV2ROPC', 'IMAP4', 'Client=POP3/IMAP4;Protocol=IMAP4'),
    '',
  )
  const visits = chance.whole(3, 14)
  for (let n = 0; n < visits; n++) {
    const visit = at + Math.round(n * chance.between(0.3, 6) * hour)
    signIn(plot, {
      at: visit,
      from: origin,
      app: apps.exchange,
      resource: apps.exchange,
      mfa: 'none',
      flow: 'legacy',
      isAudited: true,
    })
    for (const folder of ['\\Inbox', '\\Sent Items', '\\Archive'].slice(0, chance.whole(1, 3)))
      readMail(plot, visit + chance.whole(2000, 200_000), origin, { isSync: true, folder })
  }
}
