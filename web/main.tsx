import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient } from '#web/query-client.ts'
import { router } from '#web/routes.tsx'
import { endLocally, followOtherTabs } from '#web/session.ts'

const queryClient = createQueryClient(endLocally)
followOtherTabs(queryClient)

reloadAfterDeployment()

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

/** A page that is open during a deployment asks for parts that are gone: once, it starts over with the new ones. */
function reloadAfterDeployment(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem('reloaded-at'))
    if (Date.now() - last < 10_000) return
    event.preventDefault()
    sessionStorage.setItem('reloaded-at', String(Date.now()))
    location.reload()
  })
}
