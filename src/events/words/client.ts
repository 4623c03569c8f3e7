// What program someone used, short and comparable between logs and versions: 'Chrome on Windows', 'python-requests'.
import type { Activity } from '../activity.ts'
import { remembering, saying } from '../remember.ts'

// No program's name is longer: patterns must not be made to suffer.
const MEMORY = { atMost: 20_000, longest: 600 }
const ofAgent = remembering(readAgent, MEMORY)
const ofPair = remembering(readPair, MEMORY)

/** From a user agent; Exchange's 'Client=OWA;Mozilla/5.0 …' too. */
export const clientOfAgent = (agent: string | null): string | null => (agent === null ? null : ofAgent(agent))

/** From what a sign-in says of the device: 'Chrome 120.0.0', 'Windows 10'. */
export function clientOfDevice(browser: string | null, system: string | null): string | null {
  if ((browser?.length ?? 0) + (system?.length ?? 0) >= MEMORY.longest) return null
  return ofPair(`${browser ?? ''}\n${system ?? ''}`)
}

function readPair(pair: string): string | null {
  const [browser, system] = pair.split('\n', 2) as [string, string]
  return join(
    isNoName(browser) ? null : browserNamed(browser),
    isNoName(system) ? null : (systemOf(system) ?? system),
  )
}

/** A browser's type is a number in old records. */
const isNoName = (name: string): boolean => /^(\d*|other|unknown)$/i.test(name.trim())

/** What Windows and its programs show for signing in; nobody has had a browser of that name since 2021. */
const OLD_EDGE = /\bedge[/ ]1\d\./i

/** What directory audits name where Microsoft's own service did what somebody asked it for: nobody uses that. */
const MICROSOFTS_OWN = /^evosts$/i

// Programs that say their own name. Before the browsers, whose names many of them carry as well. First match wins.
const PROGRAMS: readonly [RegExp, string][] = [
  [/python-requests/i, 'python-requests'],
  [/python-httpx|httpx\//i, 'python-httpx'],
  [/aiohttp/i, 'aiohttp'],
  [/python-urllib|urllib3?\//i, 'python-urllib'],
  [/\bpython\//i, 'Python'],
  [/\baxios\b/i, 'axios'],
  [/node-fetch/i, 'node-fetch'],
  [/\bundici\b/i, 'undici'],
  [/^node(\.js)?(\/|$)/i, 'Node.js'],
  [/^got\b|\(https:\/\/github\.com\/sindresorhus\/got\)/i, 'got'],
  [/superagent/i, 'superagent'],
  [/go-http-client|go-resty|\bfasthttp\b/i, 'Go-http-client'],
  [/^(lib)?curl\b/i, 'curl'],
  [/^wget\b/i, 'Wget'],
  [/postmanruntime/i, 'Postman'],
  [/insomnia/i, 'Insomnia'],
  [/powershell/i, 'PowerShell'],
  [/azure-?cli|\baz\b.*msrest/i, 'Azure CLI'],
  [/libwww-perl|lwp::/i, 'Perl'],
  [/^ruby\b|faraday/i, 'Ruby'],
  [/guzzlehttp|^php\b/i, 'PHP'],
  [/reqwest/i, 'reqwest'],
  [/apache-httpclient|^java\//i, 'Java'],
  [/aadinternals/i, 'AADInternals'],
  [/roadtools|roadrecon|roadtx/i, 'ROADtools'],
  [/evilginx/i, 'Evilginx'],
  [/headlesschrome|puppeteer|playwright/i, 'Headless Chrome'],
  [/phantomjs/i, 'PhantomJS'],
  [/selenium|webdriver/i, 'Selenium'],
  [/bav2ropc/i, 'BAV2ROPC'],
  [/cbainprod|cbaintar/i, 'Exchange basic authentication'],
  [/perfectdata/i, 'PerfectData'],
  [/emclient|em client/i, 'eM Client'],
  [/thunderbird/i, 'Thunderbird'],
  [/sigparser/i, 'SigParser'],
  [/windows-azuread-authentication-provider/i, 'Windows sign-in'],
  [OLD_EDGE, 'Microsoft sign-in library'],
  [/outlook-(ios|android)|com\.microsoft\.(office\.)?outlook|outlookmobile/i, 'Outlook'],
  [/microsoft outlook|\boutlook\b|\bmso\b.*outlook|ms-?olk/i, 'Outlook'],
  [/\bteams\b|teamsmobile|skypeteams/i, 'Teams'],
  [/skydrivesync|onedrive/i, 'OneDrive'],
  [/mac ?os.*\bmail\b|^apple-(iphone|ipad)|\bmacoutlook\b|ios\/.*exchangesync|dataaccessd/i, 'Apple Mail'],
  [/^android-mail|samsung.*\beas\b|^samsung/i, 'Android mail'],
  [/microsoft[ .]?authenticator/i, 'Microsoft Authenticator'],
  [/microsoft (word|excel|powerpoint|onenote|access|visio|project|publisher)/i, 'Office'],
  [/microsoft office|microsoftoffice|\bmsoffice\b|^mswac|wac ping|office ?online/i, 'Office'],
  [
    /microsoft\.aad\.brokerplugin|\bmsal\b|\badal\b|windows-azure|token ?broker/i,
    'Microsoft sign-in library',
  ],
  [/exchangewebservices|exchangeservicesclient|ews/i, 'Exchange Web Services'],
  [/microsoft\.odata|restsharp|graph(service|-dotnet|-python|-java|-javascript|-go)/i, 'REST'],
]

const BROWSERS: readonly [RegExp, string][] = [
  [/\bedg(e|a|ios)?\//i, 'Edge'],
  [/\bopr\/|opera/i, 'Opera'],
  [/samsungbrowser/i, 'Samsung Internet'],
  [/vivaldi/i, 'Vivaldi'],
  [/\bbrave\b/i, 'Brave'],
  [/duckduckgo|\bddg\//i, 'DuckDuckGo'],
  [/firefox\/|fxios/i, 'Firefox'],
  [/chrome\/|crios|chromium/i, 'Chrome'],
  [/version\/[\d.]+.*safari|mobile\/\w+.*safari|\bsafari\b/i, 'Safari'],
  [/trident|msie/i, 'Internet Explorer'],
  [/applewebkit/i, 'Web view'],
]

// How Exchange names the way in, when what follows says no more.
const EXCHANGE = new Map(
  Object.entries({
    owa: 'Outlook on the web',
    rest: 'REST',
    restsystem: 'REST',
    webservices: 'Exchange Web Services',
    msexchangerpc: 'Outlook',
    outlookservice: 'Outlook',
    activesync: 'ActiveSync',
    'pop3/imap4': 'IMAP or POP',
    monad: 'PowerShell',
    management: 'PowerShell',
    'hub transport': 'Mail transport',
    tba: 'Mailbox assistant',
  }),
)

function readAgent(agent: string): string | null {
  const text = agent.trim()
  if (text === '' || text === '-' || MICROSOFTS_OWN.test(text)) return null
  if (/^client=/i.test(text)) return readExchange(text)
  const program = PROGRAMS.find(([pattern]) => pattern.test(text))?.[1]
  if (program !== undefined) return join(program, systemOf(text))
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1]
  if (browser !== undefined) return join(browser, systemOf(text))
  if (/^dalvik|okhttp/i.test(text)) return join('App', systemOf(text) ?? 'Android')
  if (/cfnetwork|darwin/i.test(text)) return join('App', systemOf(text) ?? 'iOS')
  if (/^mozilla\//i.test(text)) return join('Browser', systemOf(text))
  // 'Chrome 120 on Windows 10': somebody's own short way to write it.
  if (/^(mobile |microsoft |google |mozilla )?(edge|chrome|chromium|firefox|safari|opera)\b/i.test(text))
    return join(browserNamed(text), systemOf(text))
  const name = /^[a-z][\w.+ -]*/i.exec(text)?.[0].trim()
  return name ? name.slice(0, 40) : null
}

function readExchange(text: string): string | null {
  const [way = '', ...rest] = text.slice('client='.length).split(';')
  for (const part of rest) {
    const agent = part.replace(/^(useragent|protocol|action|manifestid)=/i, '')
    if (agent === '' || /^action=/i.test(part)) continue
    if (/^protocol=/i.test(part)) return agent.toUpperCase().startsWith('IMAP') ? 'IMAP' : 'POP'
    if (/^mozilla\//i.test(agent) || PROGRAMS.some(([pattern]) => pattern.test(agent))) {
      // A user agent holds semicolons of its own: take all that follows.
      return readAgent(
        rest
          .slice(rest.indexOf(part))
          .join(';')
          .replace(/^useragent=/i, ''),
      )
    }
  }
  return EXCHANGE.get(way.toLowerCase()) ?? (way === '' ? null : way.slice(0, 40))
}

function browserNamed(browser: string): string {
  const lower = browser.toLowerCase()
  if (lower.includes('rich client') || OLD_EDGE.test(browser)) return 'Microsoft sign-in library'
  if (lower.includes('edge')) return 'Edge'
  if (lower.includes('firefox')) return 'Firefox'
  if (lower.includes('headless')) return 'Headless Chrome'
  if (lower.includes('chrome') || lower.includes('chromium')) return 'Chrome'
  if (lower.includes('samsung')) return 'Samsung Internet'
  if (lower.includes('safari')) return 'Safari'
  if (lower.includes('opera')) return 'Opera'
  if (lower === 'ie' || lower.startsWith('ie ') || lower.includes('internet explorer'))
    return 'Internet Explorer'
  if (lower.includes('python')) return 'python-requests'
  return browser.replace(/[\s/]v?\d[\d.]*$/, '')
}

function systemOf(text: string): string | null {
  // Exchange's name for the app of both.
  if (/outlook-ios-android/i.test(text)) return null
  if (/iphone|ipad|ipod|\bios\b|\bipados\b|outlook-ios/i.test(text)) return 'iOS'
  if (/android/i.test(text)) return 'Android'
  if (/windows|win32|win64/i.test(text)) return 'Windows'
  if (/\bcros\b|chrome ?os/i.test(text)) return 'ChromeOS'
  if (/macintosh|mac ?os|macos|\bdarwin\b/i.test(text)) return 'macOS'
  if (/linux|ubuntu|x11/i.test(text)) return 'Linux'
  return null
}

// Scripts are the same scripts wherever they run; their system is left out, so that they compare.
const WITHOUT_SYSTEM = new Set(
  PROGRAMS.slice(
    0,
    PROGRAMS.findIndex(([, name]) => name === 'Windows sign-in'),
  ).map(([, name]) => name),
)

function join(program: string | null, system: string | null): string | null {
  if (program === null) return system
  return system === null || WITHOUT_SYSTEM.has(program) ? program : `${program} on ${system}`
}

/** Programs that anybody may write, and what they are written with. */
const SCRIPTED =
  /python|axios|node-fetch|^node(\.js)?(\/|$)|undici|go-http|\bcurl\b|\bwget\b|aiohttp|httpx|okhttp|java\/|libwww|fasthttp|got \(|aadinternals|azurehound|teamfiltration|roadtools|headless|phantomjs|bav2ropc|rclone|restsharp|guzzle|reqwest|postman|insomnia|\bruby\b|dart:io/i

const ofScript = saying(SCRIPTED, MEMORY)

/** Whether a program rather than a browser or an app was used. */
export const isScripted = ({ client, userAgent }: Pick<Activity, 'client' | 'userAgent'>): boolean =>
  (client !== null && ofScript(client)) || (userAgent !== null && ofScript(userAgent))
