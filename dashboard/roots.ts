// What all routes hang on: the root, and the shell for whoever is signed in.
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Refusal } from './api/call.ts'
import { type Me, mayOf, meQuery, needsFactor } from './api/me.ts'
import { NotFound } from './parts/not-found.tsx'
import { Shell } from './shell/shell.tsx'
import { comeBack } from './sign-in/come-back.ts'

interface Context {
  queries: QueryClient
}

export const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFound })

export const signedIn = createRoute({
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

export type Load = () => Promise<Record<string, unknown>>
export const lazily = (load: Load, name: string) =>
  lazyRouteComponent(load as () => Promise<Record<string, () => React.ReactNode>>, name)

/** What a page shows is asked for while the page itself is on its way, and all of it at once: nothing waits for two others. */
export type Ask = (queries: QueryClient, may: ReturnType<typeof mayOf>) => unknown
export const asking =
  (ask: Ask) =>
  ({ context: { queries } }: { context: Context }) => {
    const me = queries.getQueryData<Me>(meQuery.queryKey)
    if (me) ask(queries, mayOf(me))
  }
