// Ways in: how the attacker gets a session of the victim's.
import type { Origin } from '../act.ts'
import { apps } from '../apps.ts'
import { dayOf } from '../calendar.ts'
import { devicesOn, sessionOn } from '../life.ts'
import { signIn } from '../scene.ts'
import {
  type Cover,
  originFrom,
  type Plot,
  pickCover,
  pickPoolFor,
  strangeBrowser,
  strangeTool,
  victimBrowser,
  victimOrigin,
} from './plot.ts'

const minute = 60_000

/** The attacker opens the stolen session at another place. */
export function replay(plot: Plot, at: number, session: string, cover: Cover = pickCover(plot)): Origin {
  const { chance } = plot
  const origin = originFrom(plot, pickPoolFor(plot, cover), strangeBrowser(plot, dayOf(at)), session)
  signIn(plot, { at, from: origin, app: apps.officeHome, resource: apps.graph, isAudited: true })
  signIn(plot, {
    at: at + chance.whole(4000, 40_000),
    from: origin,
    app: apps.outlookWeb,
    resource: apps.exchange,
    isAudited: true,
  })
  for (let n = chance.whole(1, 4); n > 0; n--) {
    signIn(plot, {
      at: at + chance.whole(20_000, 3_000_000),
      from: origin,
      app: chance.pick([apps.outlookWeb, apps.officeHome, apps.sharePoint]),
      resource: chance.pick([apps.exchange, apps.graph, apps.sharePoint]),
      isInteractive: false,
    })
  }
  return origin
}

/** Adversary in the middle: the page passes password and second factor on, and keeps the session. */
export function phish(plot: Plot, at: number): { proxy: Origin; session: string; at: number } {
  const { chance, person } = plot
  const proxy = originFrom(
    plot,
    pickPoolFor(plot, chance.chance(0.85) ? 'hosting' : 'vpn'),
    victimBrowser(plot, dayOf(at)),
  )
  let moment = at
  if (chance.chance(0.12)) {
    signIn(plot, { at: moment, from: proxy, error: 50126, mfa: 'none' })
    moment += chance.whole(9000, 30_000)
  }
  signIn(plot, { at: moment, from: proxy, error: 50074, mfa: 'asked' })
  moment += chance.whole(7000, 40_000)
  signIn(plot, {
    at: moment,
    from: proxy,
    mfa: 'passed',
    method: person.method === 'Passkey' ? 'Text message' : person.method,
  })
  if (chance.chance(0.5)) signIn(plot, { at: moment + 3000, from: proxy, error: 50140, mfa: 'earlier' })
  return { proxy, session: proxy.session, at: moment }
}

export function phishAndReplay(plot: Plot, at: number): { origin: Origin; at: number } {
  const { chance, caution, isAutomatic } = plot
  const { proxy, session, at: stolenAt } = phish(plot, at)
  const wait = isAutomatic
    ? chance.between(0.2, 1)
    : caution > 0.7
      ? chance.between(60, 900)
      : chance.between(1, 45)
  const opens = stolenAt + Math.round(wait * minute)
  // Some kits work on from the phishing server itself.
  if (chance.chance(0.2)) {
    signIn(plot, { at: opens, from: proxy, app: apps.outlookWeb, resource: apps.exchange })
    return { origin: proxy, at: opens }
  }
  return { origin: replay(plot, opens, session), at: opens }
}

/** A password is enough: no second factor is asked for on this way. */
export function passwordOnly(
  plot: Plot,
  at: number,
  pool = pickPoolFor(plot, pickCover(plot)),
): { origin: Origin; at: number } {
  const { chance } = plot
  const isScript = chance.chance(0.45)
  const client = isScript
    ? strangeTool(
        chance.pick([
          'python-requests/2.31.0',
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0.0.0 Safari/537.36',
          'fasthttp',
          'BAV2ROPC',
        ]),
      )
    : strangeBrowser(plot, dayOf(at))
  const origin = originFrom(plot, pool, client)
  signIn(plot, {
    at,
    from: origin,
    app: isScript ? apps.azureCli : apps.officeHome,
    resource: isScript ? apps.azureManagement : apps.graph,
    mfa: 'none',
    flow: isScript ? 'ropc' : null,
  })
  const opens = at + Math.round(chance.between(1, 40) * minute)
  const browser = originFrom(plot, pool, strangeBrowser(plot, dayOf(opens)), origin.session)
  browser.address = chance.chance(0.6) ? origin.address : browser.address
  signIn(plot, { at: opens, from: browser, app: apps.outlookWeb, resource: apps.exchange, mfa: 'none' })
  return { origin: browser, at: opens }
}

/** Session stolen from the victim's own machine: nothing is asked for again, and the owner goes on using it. */
export function stolenToken(plot: Plot, at: number): { origin: Origin; at: number } {
  const { chance, person } = plot
  const day = dayOf(at)
  const { laptop, privatePc } = devicesOn(plot.company, person, day)
  const device = laptop ?? privatePc
  const session = device
    ? sessionOn(person, device, device.browser === 'edge' && device.id ? 'system' : 'browser', day).id
    : chance.guid()
  const cover: Cover = chance.weighted([
    ['vpn', 60],
    ['near', 30],
    ['hosting', 10],
  ] as const)
  const pool = pickPoolFor(plot, cover)
  const origin = originFrom(
    plot,
    pool,
    chance.chance(0.5) ? victimBrowser(plot, day) : strangeBrowser(plot, day),
    session,
  )
  signIn(plot, {
    at,
    from: origin,
    app: apps.outlookWeb,
    resource: apps.exchange,
    isInteractive: chance.chance(0.5),
    isAudited: true,
  })
  signIn(plot, {
    at: at + chance.whole(10_000, 400_000),
    from: origin,
    app: apps.officeHome,
    resource: apps.graph,
    isInteractive: false,
    isAudited: chance.chance(0.6),
  })
  return { origin, at }
}

/** The victim types a code into Microsoft's own page; the tokens go to whoever asked for it. */
export function deviceCode(plot: Plot, at: number): { origin: Origin; at: number } {
  const { chance } = plot
  const app = chance.pick([apps.broker, apps.office, apps.azureCli, apps.graphPowerShell])
  const pool = pickPoolFor(plot, pickCover(plot))
  const tool = strangeTool(
    chance.pick([
      'python-requests/2.31.0',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36',
      'Dalvik/2.1.0 (Linux; U; Android 13; Pixel 6)',
    ]),
  )
  const origin = originFrom(plot, pool, tool)
  const approved = victimOrigin(plot, at)
  const seen = chance.chance(0.55)
    ? { ...approved, session: origin.session, token: '' }
    : { ...originFrom(plot, pool, victimBrowser(plot, dayOf(at)), origin.session), address: origin.address }
  signIn(plot, {
    at,
    from: seen,
    app,
    resource: apps.graph,
    flow: 'deviceCode',
    mfa: chance.chance(0.5) ? 'earlier' : 'passed',
    method: plot.person.method,
    isAudited: true,
  })
  const opens = at + chance.whole(3000, 12_000)
  signIn(plot, {
    at: opens,
    from: origin,
    app,
    resource: apps.graph,
    isInteractive: false,
    flow: 'deviceCode',
    isAudited: true,
  })
  for (let n = chance.whole(2, 6); n > 0; n--) {
    signIn(plot, {
      at: opens + Math.round(chance.between(1, 600) * minute),
      from: origin,
      app,
      resource: chance.pick([apps.exchange, apps.graph, apps.sharePoint]),
      isInteractive: false,
      flow: 'deviceCode',
    })
  }
  return { origin, at: opens }
}
