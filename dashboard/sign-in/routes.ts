// The pages of whoever is not signed in, or not yet all the way.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { accountQuery } from '../account/account.ts'
import { meQuery } from '../api/me.ts'
import { type Load, lazily, root } from '../roots.ts'
import { readTo } from './come-back.ts'
import { signInOptionsQuery } from './options.ts'

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
  component: lazyRouteComponent(() => import('./page.tsx'), 'SignInPage'),
})

/** Where a one-time link leads. */
const byLink = <const P extends string>(path: P, load: Load, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: (search: Record<string, unknown>): { token?: string } =>
      typeof search.token === 'string' ? { token: search.token } : {},
    component: lazily(load, name),
  })

const setUp = byLink('/set-up', () => import('./set-up.tsx'), 'SetUpPage')
const resetPassword = byLink('/reset-password', () => import('./reset.tsx'), 'ResetPage')
const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  validateSearch: (search: Record<string, unknown>): { email?: string | undefined } => ({
    email: typeof search.email === 'string' ? search.email : undefined,
  }),
  component: lazyRouteComponent(() => import('./forgotten.tsx'), 'ForgottenPage'),
})
const join = byLink('/join', () => import('./join.tsx'), 'JoinPage')

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
  component: lazyRouteComponent(() => import('./second-factor.tsx'), 'SecondFactorPage'),
})

export const signInRoutes = [signIn, setUp, join, forgottenPassword, resetPassword, secondFactor] as const
