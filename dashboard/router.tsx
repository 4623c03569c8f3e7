// Which page stands at which address. Pages of somebody signed in hang under the shell; each is loaded when first needed.
import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { accountQuery } from './account/account.ts'
import { Refusal } from './api/call.ts'
import { type Me, mayOf, meQuery, needsFactor } from './api/me.ts'
import { incidentQuery, incidentsQuery, incidentTenantsQuery, readFilter } from './incidents/search.ts'
import { overviewQuery } from './overview/queries.ts'
import { NotFound } from './parts/not-found.tsx'
import { Loading } from './parts/page.tsx'
import { Unshown } from './parts/unshown.tsx'
import { auditFiltersQuery, auditQuery } from './settings/audit/audit.ts'
import { declaredQuery } from './settings/declared/declared.ts'
import { keysQuery } from './settings/keys/keys.ts'
import { membersQuery } from './settings/members/members.ts'
import { rulesQuery } from './settings/rules/rules.ts'
import { securityQuery } from './settings/security/security.ts'
import { Shell } from './shell/shell.tsx'
import { signInOptionsQuery } from './sign-in/options.ts'
import { readConnectedSearch } from './tenants/connected-search.ts'
import {
  connectionQuery,
  FIRST_USERS,
  onboardingQuery,
  readTenantSearch,
  tenantQuery,
  tenantsQuery,
  tenantUsersQuery,
} from './tenants/queries.ts'
import { readUsageSearch, usageHistoryQuery, usageQuery, usageUsersQuery } from './usage/queries.ts'

interface Context {
  queries: QueryClient
}

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFound })

/** Where to go on afterwards: only a path of our own, for a link must not lead elsewhere. */
const readTo = ({ to }: Record<string, unknown>) =>
  typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : undefined
const comeBack = (href: string) => (href === '/' ? {} : { to: href })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (
    search: Record<string, unknown>,
  ): { to?: string | undefined; error?: string | undefined } => ({
    // Undefined is said outright, because what is left out here would be handed on as it stands in the address.
    to: readTo(search),
    error: typeof search.error === 'string' ? search.error : undefined,
  }),
  loader: ({ context }) => void context.queries.prefetchQuery(signInOptionsQuery),
  component: lazyRouteComponent(() => import('./sign-in/page.tsx'), 'SignInPage'),
})

/** Where a one-time link leads. */
const byLink = <const P extends string>(
  path: P,
  load: () => Promise<Record<string, unknown>>,
  name: string,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: (search: Record<string, unknown>): { token?: string } =>
      typeof search.token === 'string' ? { token: search.token } : {},
    component: lazyRouteComponent(load as () => Promise<Record<string, () => React.ReactNode>>, name),
  })

const setUp = byLink('/set-up', () => import('./sign-in/set-up.tsx'), 'SetUpPage')
const resetPassword = byLink('/reset-password', () => import('./sign-in/reset.tsx'), 'ResetPage')
const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  validateSearch: (search: Record<string, unknown>): { email?: string | undefined } => ({
    email: typeof search.email === 'string' ? search.email : undefined,
  }),
  component: lazyRouteComponent(() => import('./sign-in/forgotten.tsx'), 'ForgottenPage'),
})
const join = byLink('/join', () => import('./sign-in/join.tsx'), 'JoinPage')

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  validateSearch: (search: Record<string, unknown>): { to?: string | undefined } => ({ to: readTo(search) }),
  async beforeLoad({ context, location }) {
    await context.queries.ensureQueryData(meQuery).catch(() => {
      throw redirect({ to: '/sign-in', search: { to: location.href } })
    })
  },
  loader: ({ context }) => void context.queries.prefetchQuery(accountQuery),
  component: lazyRouteComponent(() => import('./sign-in/second-factor.tsx'), 'SecondFactorPage'),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  async beforeLoad({ context, location }) {
    try {
      const me = await context.queries.ensureQueryData(meQuery)
      if (needsFactor(me)) throw redirect({ to: '/second-factor', search: comeBack(location.href) })
    } catch (error) {
      if (error instanceof Refusal && error.status === 401)
        throw redirect({ to: '/sign-in', search: comeBack(location.href) })
      // Signed in, and removed from every organization.
      if (error instanceof Refusal && error.status === 403)
        throw redirect({ to: '/sign-in', search: { error: 'no_organization' } })
      throw error
    }
  },
})

type Load = () => Promise<Record<string, unknown>>
const lazily = (load: Load, name: string) =>
  lazyRouteComponent(load as () => Promise<Record<string, () => React.ReactNode>>, name)

/** What a page shows is asked for while the page itself is on its way, and all of it at once: nothing waits for two others. */
type Ask = (queries: QueryClient, may: ReturnType<typeof mayOf>) => unknown
const asking =
  (ask: Ask) =>
  ({ context: { queries } }: { context: Context }) => {
    const me = queries.getQueryData<Me>(meQuery.queryKey)
    if (me) ask(queries, mayOf(me))
  }

const page = <const P extends string>(path: P, load: Load, name: string, ask: Ask) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    loader: asking(ask),
    component: lazily(load, name),
  })

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/layout.tsx'), 'SettingsLayout'),
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
const settingsPages = settings.addChildren([
  settingsHome,
  tab(
    '/api-keys',
    () => import('./settings/keys/page.tsx'),
    'KeysPage',
    queries => queries.prefetchQuery(keysQuery),
  ),
  tab(
    '/members',
    () => import('./settings/members/page.tsx'),
    'MembersPage',
    queries => queries.prefetchQuery(membersQuery),
  ),
  tab(
    '/security',
    () => import('./settings/security/page.tsx'),
    'SecurityPage',
    queries => queries.prefetchQuery(securityQuery),
  ),
  tab(
    '/rules',
    () => import('./settings/rules/page.tsx'),
    'RulesPage',
    queries => queries.prefetchQuery(rulesQuery),
  ),
  tab(
    '/travel',
    () => import('./settings/declared/page.tsx'),
    'DeclaredPage',
    queries => queries.prefetchQuery(declaredQuery()),
  ),
  tab(
    '/audit-log',
    () => import('./settings/audit/page.tsx'),
    'AuditPage',
    (queries, may) => {
      if (!may('read audit log')) return
      void queries.prefetchInfiniteQuery(auditQuery({}))
      void queries.prefetchQuery(auditFiltersQuery)
    },
  ),
])
const account = page(
  '/account',
  () => import('./account/page.tsx'),
  'AccountPage',
  queries => queries.prefetchQuery(accountQuery),
)

const incidents = createRoute({
  getParentRoute: () => signedIn,
  path: '/incidents',
  validateSearch: readFilter,
  loaderDeps: ({ search }) => search,
  loader({ context: { queries }, deps }) {
    void queries.prefetchQuery(incidentsQuery(deps))
    void queries.prefetchQuery(incidentTenantsQuery)
  },
  component: lazyRouteComponent(() => import('./incidents/page.tsx'), 'IncidentsPage'),
})
const incident = createRoute({
  getParentRoute: () => signedIn,
  path: '/tenant/$serviceTenantId/incidents/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(incidentQuery(params)),
  component: lazyRouteComponent(() => import('./incidents/incident-page.tsx'), 'IncidentPage'),
})

const overview = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  loader: ({ context }) => void context.queries.prefetchQuery(overviewQuery),
  component: lazyRouteComponent(() => import('./overview/page.tsx'), 'OverviewPage'),
})
const tenants = createRoute({
  getParentRoute: () => signedIn,
  path: '/tenants',
  validateSearch: readTenantSearch,
  loader: ({ context }) => void context.queries.prefetchQuery(tenantsQuery),
  component: lazyRouteComponent(() => import('./tenants/page.tsx'), 'TenantsPage'),
})
const connectTenant = page(
  '/tenants/connect',
  () => import('./tenants/connect.tsx'),
  'ConnectPage',
  (queries, may) => may('connect tenants') && queries.prefetchQuery(onboardingQuery),
)
const connectedTenant = createRoute({
  getParentRoute: () => signedIn,
  path: '/tenants/connected',
  validateSearch: readConnectedSearch,
  component: lazyRouteComponent(() => import('./tenants/connected.tsx'), 'ConnectedPage'),
})
const tenant = createRoute({
  getParentRoute: () => signedIn,
  path: '/tenant/$serviceTenantId',
  loader({ context, params: { serviceTenantId } }) {
    void context.queries.prefetchQuery(tenantQuery(serviceTenantId))
    void context.queries.prefetchQuery(connectionQuery(serviceTenantId))
    void context.queries.prefetchQuery(tenantUsersQuery(serviceTenantId, FIRST_USERS))
  },
  component: lazyRouteComponent(() => import('./tenants/tenant.tsx'), 'TenantPage'),
})
const usage = createRoute({
  getParentRoute: () => signedIn,
  path: '/usage',
  validateSearch: readUsageSearch,
  loaderDeps: ({ search }) => search,
  loader({ context, deps: { asOf, tenant, whom } }) {
    void context.queries.prefetchQuery(usageQuery(asOf))
    void context.queries.prefetchQuery(usageHistoryQuery(asOf))
    const users = { ...FIRST_USERS, ...(whom && { whom }) }
    if (tenant) void context.queries.prefetchQuery(usageUsersQuery(tenant, asOf, users))
  },
  component: lazyRouteComponent(() => import('./usage/page.tsx'), 'UsagePage'),
})

export function makeRouter(queries: QueryClient) {
  const router = createRouter({
    routeTree: root.addChildren([
      signIn,
      setUp,
      join,
      forgottenPassword,
      resetPassword,
      secondFactor,
      signedIn.addChildren([
        overview,
        tenants,
        connectTenant,
        connectedTenant,
        tenant,
        usage,
        incidents,
        incident,
        account,
        settingsPages,
      ]),
    ]),
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: Unshown,
    scrollRestoration: true,
  })
  // The page's script comes while it is asked who is signed in. What fails here is tried again, and told, by the router.
  const routes: Record<string, AnyRoute> = router.routesById
  for (const { routeId } of router.matchRoutes(router.latestLocation))
    void routes[routeId]?.options.component?.preload?.()
  return router
}
