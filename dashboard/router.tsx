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
import { meQuery } from './api/me.ts'
import { NotFound } from './parts/not-found.tsx'
import { Failure, Loading } from './parts/page.tsx'
import { Shell } from './shell/shell.tsx'

interface Context {
  queries: QueryClient
}

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { to?: string; error?: string } => ({
    // Only a path of our own: a link must not lead elsewhere after sign-in.
    ...(typeof search.to === 'string' && /^\/(?![/\\])/.test(search.to) && { to: search.to }),
    ...(typeof search.error === 'string' && { error: search.error }),
  }),
  component: lazyRouteComponent(() => import('./sign-in/page.tsx'), 'SignInPage'),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  async beforeLoad({ context, location }) {
    try {
      await context.queries.ensureQueryData(meQuery)
    } catch (error) {
      if (error instanceof Refusal && error.status === 401)
        throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } })
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

const pages = [page('/', () => import('./overview/page.tsx'), 'OverviewPage')]

export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([signIn, signedIn.addChildren(pages)]),
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
    scrollRestoration: true,
  })
