// Fails when a room imports one that stands above it, when there is a circle, or when nothing was looked at.
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'

// From the top down: each may import only what stands below it.
const ROOMS = [
  'main',
  'cli',
  'demo',
  'app',
  'api',
  'console',
  'http',
  'monitor',
  'incidents',
  'detection',
  'sources',
  'usage',
  'events',
  'members',
  'audit',
  'keys',
  'directory',
  'tenants',
  'organizations',
  'database',
  'secret-key',
  'config',
  'operator-error',
  'days',
]
const FEWEST_MODULES = 40

const pathOf = (room: string) => `^src/${room}(/|(\\.test)?\\.ts$)`

const forbidden: IForbiddenRuleType[] = [
  { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'every-room-has-its-place',
    severity: 'error',
    from: { path: '^src/', pathNot: ROOMS.map(pathOf) },
    to: {},
  },
  {
    name: 'tests-stay-out',
    severity: 'error',
    from: { path: '^src/', pathNot: '(\\.test\\.ts$|/fixtures/)' },
    to: { path: ['^(test|bench|checks)/', '\\.test\\.ts$'] },
  },
  ...ROOMS.map((room, place) => ({
    name: `${room}-imports-downwards`,
    severity: 'error' as const,
    from: { path: pathOf(room) },
    to: { path: ROOMS.slice(0, place).map(pathOf) },
  })).filter(rule => rule.to.path.length),
]

const { output } = await cruise(['src', 'test', 'bench'], {
  ruleSet: { forbidden },
  validate: true,
  doNotFollow: { path: 'node_modules' },
  tsPreCompilationDeps: true,
})
const { modules, summary } = output as ICruiseResult
const own = modules.filter(({ source }) => source.startsWith('src/'))
const lines = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
const followed = own.reduce((count, { dependencies }) => count + dependencies.length, 0)
if (own.length < FEWEST_MODULES || followed < own.length)
  lines.push(`only ${own.length} modules and ${followed} imports were seen: the check itself does not work`)
process.stdout.write(
  `${[...lines, `${own.length} modules, ${followed} imports, ${lines.length} violations`].join('\n')}\n`,
)
process.exitCode = lines.length ? 1 : 0
