// Starts the dashboard in the browser.
import '@mantine/core/styles.css'
import './dashboard.css'
import { MantineProvider } from '@mantine/core'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ComponentType, StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Refusal } from './api/call.ts'
import { meQuery } from './api/me.ts'
import { loadNotices, showRefusal } from './parts/notify.ts'
import { makeRouter } from './router.tsx'
import { noteTyping, whereTo } from './session-ended.ts'
import { isFailedLoad, noteFailedLoads } from './stale.ts'
import { cssVariables, theme } from './theme.ts'

noteFailedLoads()
noteTyping()

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
      // Offline, a question fails and says so; waiting for the network would look like loading for ever.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (count, error) =>
        count < 2 && !(error instanceof Refusal && error.status >= 400 && error.status < 500),
    },
    mutations: { networkMode: 'always' },
  },
})
const router = makeRouter(queryClient)

function leaveIfRefused(error: Error): void {
  const to = whereTo(error)
  const { pathname, href } = router.state.location
  if (!to || to === pathname) return
  queryClient.removeQueries(meQuery)
  void router.navigate({ to, search: { to: href } })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Nothing is told before the first page is there: what tells it is fetched then, and no page waits for it. */
function Notices() {
  const [Loaded, setLoaded] = useState<ComponentType>()
  useEffect(
    () =>
      router.subscribe('onRendered', () => {
        void loadNotices().then(
          ({ Notices }) => setLoaded(() => Notices),
          // Tried again with the next page.
          () => undefined,
        )
      }),
    [],
  )
  return Loaded && <Loaded />
}

createRoot(document.getElementById('root')!, {
  // Neither what cures itself by loading anew nor what the server refused is a fault of the page.
  onCaughtError(error) {
    // biome-ignore lint/suspicious/noConsole: as React does by itself
    if (!isFailedLoad(error) && !(error instanceof Refusal)) console.error(error)
  },
}).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notices />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
