// Which page stands at which address: those of somebody signed in hang under the shell. Each is loaded when first needed.
import type { QueryClient } from '@tanstack/react-query'
import { type AnyRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { accountQuery } from './account/account.ts'
import {
  incidentQuery,
  incidentsQuery,
  incidentTenantsQuery,
  readFilter,
  readIncidentSearch,
} from './incidents/search.ts'
import { overviewQuery } from './overview/queries.ts'
import { keptClock } from './parts/clock.tsx'
import { NotFound } from './parts/not-found.tsx'
import { Loading } from './parts/page.tsx'
import { Unshown } from './parts/unshown.tsx'
import { type Ask, asking, type Load, lazily, root, signedIn } from './roots.ts'
import { settingsPages } from './settings/routes.ts'
import { followSteps } from './shell/focus.ts'
import { signInRoutes } from './sign-in/routes.ts'
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

const page = <const P extends string>(path: P, load: Load, name: string, ask: Ask) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    loader: asking(ask),
    component: lazily(load, name),
  })

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
  // Without what the address holds besides.
  loaderDeps: ({ search }) => readFilter({ ...search }),
  loader({ context: { queries }, deps }) {
    void queries.prefetchQuery(incidentsQuery(deps, keptClock()))
    void queries.prefetchQuery(incidentTenantsQuery)
  },
  component: lazyRouteComponent(() => import('./incidents/page.tsx'), 'IncidentsPage'),
})
const incident = createRoute({
  getParentRoute: () => signedIn,
  path: '/tenant/$serviceTenantId/incidents/$id',
  validateSearch: readIncidentSearch,
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

/** Whoever is signed in has the navigation there as well. */
const nowhere = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFound })

export function makeRouter(queries: QueryClient) {
  const router = createRouter({
    routeTree: root.addChildren([
      ...signInRoutes,
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
        nowhere,
      ]),
    ]),
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: Unshown,
    scrollRestoration: true,
  })
  followSteps(router)
  // The page's script comes while it is asked who is signed in. What fails here is tried again, and told, by the router.
  const routes: Record<string, AnyRoute> = router.routesById
  for (const { routeId } of router.matchRoutes(router.latestLocation))
    void routes[routeId]?.options.component?.preload?.()
  return router
}
