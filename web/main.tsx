import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { endLocally, followOtherTabs } from '#features/account/client.ts'
import { createQueryClient } from '#web/query-client.ts'
import { router } from '#web/routes.tsx'

const queryClient = createQueryClient(endLocally)
followOtherTabs(queryClient)

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
