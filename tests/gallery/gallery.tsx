import '@fontsource-variable/inter/wght.css'
import '@fontsource/source-serif-4/600.css'
import './gallery.css'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router'
import { LandingScreen } from '#features/pages/landing/landing-screen.tsx'
import { AppLayout } from '#web/layout/app-layout.tsx'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { UiProvider } from '#web/ui/ui-provider.tsx'
import { ComponentsPage } from './components-page.tsx'
import { DashboardPage } from './dashboard-page.tsx'
import { EmptyPage } from './empty-page.tsx'
import { FormsPage } from './forms-page.tsx'
import { ListPage } from './list-page.tsx'

function SignedIn() {
  return (
    <UiProvider>
      <AppLayout
        user={{ name: 'Ada Lovelace', email: 'ada@example.com' }}
        crown
        trial={{ daysLeft: 2 }}
        onSignOut={() => toast.info('Signed out')}
        accountItems={<MenuItem onSelect={() => toast.info('Account')}>Account</MenuItem>}
      >
        <Outlet />
      </AppLayout>
    </UiProvider>
  )
}

const notice = (
  <Alert tone="error" title="Sign-in failed">
    Please try again.
  </Alert>
)

const idle = { onSignIn: () => {}, signingIn: false, onOpenDemo: () => {}, openingDemo: false }

const router = createBrowserRouter([
  { path: '/', element: <LandingScreen {...idle} /> },
  { path: '/landing/notice', element: <LandingScreen {...idle} signingIn notice={notice} /> },
  { path: '/loading', element: <LoadingScreen /> },
  {
    element: <SignedIn />,
    children: [
      { path: '/dashboard', element: <DashboardPage /> },
      { path: '/clients', element: <ComponentsPage /> },
      { path: '/projects', element: <FormsPage /> },
      { path: '/time-tracking', element: <ListPage /> },
      { path: '/invoices', element: <EmptyPage /> },
    ],
  },
  { path: '*', element: <NotFoundScreen /> },
])

const root = document.getElementById('root')
if (root) createRoot(root).render(<RouterProvider router={router} />)
