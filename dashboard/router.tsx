// Which page stands at which address. Pages of somebody signed in hang under the shell; each is loaded when first needed.
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Refusal } from './api/call.ts'
import { meQuery, needsFactor } from './api/me.ts'
import { incidentQuery, readFilter } from './incidents/search.ts'
import { overviewQuery } from './overview/queries.ts'
import { NotFound } from './parts/not-found.tsx'
import { Loading } from './parts/page.tsx'
import { Unshown } from './parts/unshown.tsx'
import { Shell } from './shell/shell.tsx'
import { readConnectedSearch } from './tenants/connected-search.ts'
import {
  FIRST_USERS,
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

const page = <const P extends string>(path: P, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    component: lazyRouteComponent(load as () => Promise<Record<string, () => React.ReactNode>>, name),
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
const tab = <const P extends string>(path: P, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => settings,
    path,
    component: lazyRouteComponent(load as () => Promise<Record<string, () => React.ReactNode>>, name),
  })
const settingsPages = settings.addChildren([
  settingsHome,
  tab('/api-keys', () => import('./settings/keys/page.tsx'), 'KeysPage'),
  tab('/members', () => import('./settings/members/page.tsx'), 'MembersPage'),
  tab('/security', () => import('./settings/security/page.tsx'), 'SecurityPage'),
  tab('/rules', () => import('./settings/rules/page.tsx'), 'RulesPage'),
  tab('/travel', () => import('./settings/declared/page.tsx'), 'DeclaredPage'),
  tab('/audit-log', () => import('./settings/audit/page.tsx'), 'AuditPage'),
])
const account = page('/account', () => import('./account/page.tsx'), 'AccountPage')

const incidents = createRoute({
  getParentRoute: () => signedIn,
  path: '/incidents',
  validateSearch: readFilter,
  component: lazyRouteComponent(() => import('./incidents/page.tsx'), 'IncidentsPage'),
})
const incident = createRoute({
  getParentRoute: () => signedIn,
  path: '/tenant/$serviceTenantId/incidents/$id',
  // Asked for while the page itself is on its way.
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
const connectTenant = page('/tenants/connect', () => import('./tenants/connect.tsx'), 'ConnectPage')
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

export const makeRouter = (queries: QueryClient) =>
  createRouter({
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
