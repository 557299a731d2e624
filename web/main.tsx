import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient } from '#web/data/query-client.ts'
import { followOtherTabs, leaveEndedSession } from '#web/data/session.ts'
import { ErrorScreen } from '#web/layout/error-screen.tsx'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { routes } from '#web/routes.ts'

const queryClient = createQueryClient(leaveEndedSession)
followOtherTabs(queryClient)

const router = createBrowserRouter([
  { HydrateFallback: LoadingScreen, ErrorBoundary: ErrorScreen, children: routes },
])

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
