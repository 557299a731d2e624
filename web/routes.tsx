import { createBrowserRouter } from 'react-router'
import { ErrorScreen } from '#web/layout/error-screen.tsx'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'

/** Every address of the product. Each screen is a bundle of its own, fetched when somebody goes there. */
export const router = createBrowserRouter([
  {
    HydrateFallback: LoadingScreen,
    ErrorBoundary: ErrorScreen,
    children: [
      {
        path: '/',
        lazy: async () => ({ Component: (await import('#features/landing/home-screen.tsx')).HomeScreen }),
      },
      {
        path: '/auth/callback',
        lazy: async () => ({
          Component: (await import('#features/account/callback-screen.tsx')).CallbackScreen,
        }),
      },
      {
        path: '/pricing',
        lazy: async () => ({
          Component: (await import('#features/subscription/pricing-screen.tsx')).PricingScreen,
        }),
      },
      {
        path: '/subscription/success',
        lazy: async () => ({
          Component: (await import('#features/subscription/success-screen.tsx')).SuccessScreen,
        }),
      },
      {
        lazy: async () => ({ Component: (await import('#features/account/signed-in.tsx')).SignedIn }),
        children: [
          {
            path: '/dashboard',
            lazy: async () => ({
              Component: (await import('#features/dashboard/dashboard-screen.tsx')).DashboardScreen,
            }),
          },
          {
            path: '/clients',
            lazy: async () => ({
              Component: (await import('#features/clients/clients-screen.tsx')).ClientsScreen,
            }),
          },
          {
            path: '/projects',
            lazy: async () => ({
              Component: (await import('#features/projects/projects-screen.tsx')).ProjectsScreen,
            }),
          },
          {
            path: '/projects/:id',
            lazy: async () => ({
              Component: (await import('#features/projects/project-screen.tsx')).ProjectScreen,
            }),
          },
          {
            path: '/time-tracking',
            lazy: async () => ({
              Component: (await import('#features/time-entries/time-tracking-screen.tsx')).TimeTrackingScreen,
            }),
          },
          {
            path: '/invoices',
            lazy: async () => ({
              Component: (await import('#features/invoices/invoices-screen.tsx')).InvoicesScreen,
            }),
          },
          {
            path: '/expenses',
            lazy: async () => ({
              Component: (await import('#features/expenses/expenses-screen.tsx')).ExpensesScreen,
            }),
          },
          {
            path: '/reports',
            lazy: async () => ({
              Component: (await import('#features/reports/reports-screen.tsx')).ReportsScreen,
            }),
          },
          {
            path: '/subscription/manage',
            lazy: async () => ({
              Component: (await import('#features/subscription/manage-screen.tsx')).ManageScreen,
            }),
          },
          {
            path: '/stripe-setup',
            lazy: async () => ({
              Component: (await import('#features/subscription/setup-screen.tsx')).SetupScreen,
            }),
          },
          {
            path: '/account',
            lazy: async () => ({
              Component: (await import('#features/account/account-screen.tsx')).AccountScreen,
            }),
          },
        ],
      },
      {
        path: '/client-portal/:token',
        lazy: async () => ({ Component: (await import('#features/portal/portal-frame.tsx')).PortalFrame }),
        children: [
          {
            index: true,
            lazy: async () => ({
              Component: (await import('#features/portal/portal-screen.tsx')).PortalScreen,
            }),
          },
          {
            path: 'projects/:projectId',
            lazy: async () => ({
              Component: (await import('#features/portal/project-screen.tsx')).ProjectScreen,
            }),
          },
          {
            path: 'invoices/:invoiceId',
            lazy: async () => ({
              Component: (await import('#features/portal/invoice-screen.tsx')).InvoiceScreen,
            }),
          },
        ],
      },
      {
        path: '*',
        lazy: async () => ({ Component: (await import('#web/layout/not-found-screen.tsx')).NotFoundScreen }),
      },
    ],
  },
])
