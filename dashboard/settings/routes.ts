// The tabs of Settings.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { keptClock } from '../parts/clock.tsx'
import { type Ask, asking, type Load, lazily, signedIn } from '../roots.ts'
import { auditFiltersQuery, auditQuery, readAuditSearch } from './audit/audit.ts'
import { declaredQuery, readDeclaredSearch } from './declared/declared.ts'
import { keysQuery } from './keys/keys.ts'
import { membersQuery } from './members/members.ts'
import { rulesQuery } from './rules/rules.ts'
import { securityQuery } from './security/security.ts'

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyRouteComponent(() => import('./layout.tsx'), 'SettingsLayout'),
})
const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/api-keys' })
  },
})
const tab = <const P extends string>(path: P, load: Load, name: string, ask: Ask) =>
  createRoute({
    getParentRoute: () => settings,
    path,
    loader: asking(ask),
    component: lazily(load, name),
  })
const travel = createRoute({
  getParentRoute: () => settings,
  path: '/travel',
  validateSearch: readDeclaredSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(declaredQuery(deps.tenant)),
  component: lazyRouteComponent(() => import('./declared/page.tsx'), 'DeclaredPage'),
})
const auditLog = createRoute({
  getParentRoute: () => settings,
  path: '/audit-log',
  validateSearch: readAuditSearch,
  loaderDeps: ({ search }) => readAuditSearch({ ...search }),
  loader: ({ context, deps }) =>
    asking((queries, may) => {
      if (!may('read audit log')) return
      void queries.prefetchInfiniteQuery(auditQuery(deps, keptClock()))
      void queries.prefetchQuery(auditFiltersQuery)
    })({ context }),
  component: lazyRouteComponent(() => import('./audit/page.tsx'), 'AuditPage'),
})
export const settingsPages = settings.addChildren([
  settingsHome,
  tab(
    '/api-keys',
    () => import('./keys/page.tsx'),
    'KeysPage',
    queries => queries.prefetchQuery(keysQuery),
  ),
  tab(
    '/members',
    () => import('./members/page.tsx'),
    'MembersPage',
    queries => queries.prefetchQuery(membersQuery),
  ),
  tab(
    '/security',
    () => import('./security/page.tsx'),
    'SecurityPage',
    queries => queries.prefetchQuery(securityQuery),
  ),
  tab(
    '/rules',
    () => import('./rules/page.tsx'),
    'RulesPage',
    queries => queries.prefetchQuery(rulesQuery),
  ),
  travel,
  auditLog,
])
