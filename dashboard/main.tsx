// Starts the dashboard in the browser.
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './dashboard.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Refusal } from './api/call.ts'
import { meQuery } from './api/me.ts'
import { showRefusal } from './parts/notify.ts'
import { makeRouter } from './router.tsx'
import { isFailedLoad, noteFailedLoads } from './stale.ts'
import { cssVariables, theme } from './theme.ts'

noteFailedLoads()

const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, { queryKey }) {
      // The first question of all is the router's own affair.
      if (queryKey[0] !== meQuery.queryKey[0]) leaveIfRefused(error)
    },
  }),
  mutationCache: new MutationCache({
    onError(error) {
      showRefusal(error)
      leaveIfRefused(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) =>
        count < 2 && !(error instanceof Refusal && error.status >= 400 && error.status < 500),
    },
  },
})
const router = makeRouter(queryClient)

/** The session ended, or an Admin asks for more than a password, while its pages were open. */
function leaveIfRefused(error: Error): void {
  if (!(error instanceof Refusal) || (error.status !== 401 && !error.needsFactor)) return
  const { pathname, href } = router.state.location
  if (pathname === '/second-factor' && error.needsFactor) return
  queryClient.removeQueries(meQuery)
  void router.navigate({ to: error.needsFactor ? '/second-factor' : '/sign-in', search: { to: href } })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

createRoot(document.getElementById('root')!, {
  // What cures itself by loading anew is no fault to report.
  onCaughtError(error) {
    // biome-ignore lint/suspicious/noConsole: as React does by itself
    if (!isFailedLoad(error)) console.error(error)
  },
}).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notifications position="top-right" />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
