// Finds a Chromium for the tests of the dashboard, or gets one.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'

// The first is the same browser without windows, which does the same in three quarters of the time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

const USUAL_PLACES: Record<string, string[]> = {
  linux: [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
  ],
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap(name =>
    ['/Applications', join(homedir(), 'Applications')].map(
      folder => `${folder}/${name}.app/Contents/MacOS/${name}`,
    ),
  ),
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap(variable =>
    ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map(path =>
      join(process.env[variable] ?? 'C:\\Program Files', path),
    ),
  ),
}

const ADVICE =
  'The tests of the dashboard need a Chromium, and there is none. Install one (Debian: "apt-get install chromium-headless-shell"; ' +
  'others: "npx playwright install chromium", or Google Chrome), or name yours in CHROMIUM_PATH.'

/** Where the browser is; undefined when there is none yet. */
function findBrowser(): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = process.env
  if (CHROMIUM_PATH) {
    if (isProgram(CHROMIUM_PATH)) return CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which is not a program that can be run.`)
  }
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const onPath = PATH.split(delimiter).flatMap(folder => NAMES.map(name => join(folder, name + suffix)))
  return [...(USUAL_PLACES[process.platform] ?? []), ...onPath, chromium.executablePath()].find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Finds a browser, else installs one with the means of this machine. */
export function provideBrowser(): string {
  const ways = [...(isRootOnDebian() ? [FROM_DEBIAN] : []), FROM_PLAYWRIGHT]
  for (const { name, command } of ways) {
    const found = findBrowser()
    if (found) return found
    say(`There is no Chromium for the tests of the dashboard: installing ${name} …`)
    spawnSync(command, {
      shell: true,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  const installed = findBrowser()
  if (!installed) throw new Error(ADVICE)
  return installed
}

const FROM_DEBIAN = {
  name: 'the package chromium-headless-shell, or else chromium',
  command:
    'apt-get update -q && install="apt-get install -qy --no-install-recommends" && ' +
    '($install chromium-headless-shell || $install chromium)',
}
const FROM_PLAYWRIGHT = { name: "Playwright's own", command: 'npx playwright install chromium' }

const isRootOnDebian = () =>
  process.getuid?.() === 0 &&
  existsSync('/etc/os-release') &&
  /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))

export const say = (line: string) => void process.stderr.write(`${line}\n`)

export const launchBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      // Chromium's sandbox refuses root, which is who runs tests in a container.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-dev-shm-usage',
    ],
  })
