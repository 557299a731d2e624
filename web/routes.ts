import type { RouteObject } from 'react-router'
import { ErrorScreen, FramedErrorScreen } from '#web/layout/error-screen.tsx'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'

/** The screens that need a session. */
const appScreens: RouteObject[] = [
  {
    path: '/dashboard',
    lazy: {
      loader: async () => (await import('#features/pages/dashboard/client.ts')).dashboardLoader,
      Component: async () => (await import('#features/pages/dashboard/dashboard-screen.tsx')).DashboardScreen,
    },
  },
  {
    path: '/clients',
    lazy: {
      loader: async () => (await import('#features/engagement/clients/client.ts')).clientsLoader,
      Component: async () => (await import('#features/pages/client-page/clients-screen.tsx')).ClientsScreen,
    },
  },
  {
    path: '/clients/:id',
    lazy: {
      Component: async () => (await import('#features/pages/client-page/client-screen.tsx')).ClientScreen,
    },
  },
  {
    path: '/projects',
    lazy: {
      loader: async () => (await import('#features/engagement/projects/client.ts')).projectsLoader,
      Component: async () =>
        (await import('#features/pages/project-page/projects-screen.tsx')).ProjectsScreen,
    },
  },
  {
    path: '/projects/:id',
    lazy: {
      Component: async () => (await import('#features/pages/project-page/project-screen.tsx')).ProjectScreen,
    },
  },
  {
    path: '/time-tracking',
    lazy: {
      loader: async () => (await import('#features/pages/time-page/client.ts')).timeTrackingLoader,
      Component: async () =>
        (await import('#features/pages/time-page/time-tracking-screen.tsx')).TimeTrackingScreen,
    },
  },
  {
    path: '/invoices',
    lazy: {
      loader: async () => (await import('#features/pages/invoices/client.ts')).invoicesLoader,
      Component: async () => (await import('#features/pages/invoices/invoices-screen.tsx')).InvoicesScreen,
    },
  },
  {
    path: '/recurring-invoices',
    lazy: {
      loader: async () =>
        (await import('#features/billing/recurring-invoices/client.ts')).recurringInvoices.loader,
      Component: async () =>
        (await import('#features/billing/recurring-invoices/recurring-invoices-screen.tsx'))
          .RecurringInvoicesScreen,
    },
  },
  {
    path: '/bill',
    lazy: {
      loader: async () => (await import('#features/pages/bill/client.ts')).billLoader,
      Component: async () => (await import('#features/pages/bill/bill-screen.tsx')).BillScreen,
    },
  },
  {
    path: '/expenses',
    lazy: {
      loader: async () => (await import('#features/work/expenses/client.ts')).expensesLoader,
      Component: async () => (await import('#features/work/expenses/expenses-screen.tsx')).ExpensesScreen,
    },
  },
  {
    path: '/expenses/recurring',
    lazy: {
      loader: async () =>
        (await import('#features/work/recurring-expenses/client.ts')).recurringExpenses.loader,
      Component: async () =>
        (await import('#features/work/recurring-expenses/recurring-expenses-screen.tsx'))
          .RecurringExpensesScreen,
    },
  },
  {
    path: '/reports',
    lazy: {
      loader: async () => (await import('#features/pages/reports/client.ts')).reportsLoader,
      Component: async () => (await import('#features/pages/reports/reports-screen.tsx')).ReportsScreen,
    },
  },
  {
    path: '/subscription/manage',
    lazy: {
      loader: async () => (await import('#features/foundation/subscription/client.ts')).manageLoader,
      Component: async () =>
        (await import('#features/foundation/subscription/manage-screen.tsx')).ManageScreen,
    },
  },
  {
    path: '/stripe-setup',
    lazy: {
      Component: async () => (await import('#features/foundation/subscription/setup-screen.tsx')).SetupScreen,
    },
  },
  {
    path: '/import',
    lazy: {
      loader: async () => (await import('#features/pages/import/client.ts')).importsLoader,
      Component: async () => (await import('#features/pages/import/imports-screen.tsx')).ImportsScreen,
    },
  },
  {
    path: '/import/:id',
    lazy: {
      Component: async () => (await import('#features/pages/import/import-screen.tsx')).ImportScreen,
    },
  },
  {
    path: '/admin',
    lazy: {
      Component: async () => (await import('#features/pages/admin/admin-screen.tsx')).AdminScreen,
    },
  },
  {
    path: '/account',
    lazy: {
      Component: async () => (await import('#features/pages/account-page/account-screen.tsx')).AccountScreen,
    },
  },
]

/** The id of the route with the frame of the app. */
export const APP = 'app'

/** Every address of the product. A screen's code and first data are loaded when it is visited. */
const screens: RouteObject[] = [
  {
    path: '/',
    lazy: { Component: async () => (await import('#features/pages/landing/home-screen.tsx')).HomeScreen },
  },
  {
    path: '/sign-in',
    lazy: {
      loader: async () => (await import('#features/foundation/sign-in-page/client.ts')).signInLoader,
      Component: async () =>
        (await import('#features/foundation/sign-in-page/sign-in-screen.tsx')).SignInScreen,
    },
  },
  {
    path: '/auth/callback',
    lazy: {
      Component: async () =>
        (await import('#features/foundation/sign-in/callback-screen.tsx')).CallbackScreen,
    },
  },
  {
    path: '/setup',
    lazy: {
      Component: async () => (await import('#features/foundation/passkeys/setup-screen.tsx')).SetupScreen,
    },
  },
  {
    path: '/pricing',
    lazy: {
      loader: async () => (await import('#features/pages/pricing/client.ts')).pricingLoader,
      Component: async () => (await import('#features/pages/pricing/pricing-screen.tsx')).PricingScreen,
    },
  },
  {
    path: '/subscription/success',
    lazy: {
      Component: async () => (await import('#features/pages/pricing/success-screen.tsx')).SuccessScreen,
    },
  },
  {
    id: APP,
    lazy: {
      loader: async () => (await import('#features/pages/app-shell/client.ts')).signedInLoader,
      Component: async () => (await import('#features/pages/app-shell/signed-in.tsx')).SignedIn,
    },
    // Within the frame, so that neither the menu nor the timer is lost with a screen.
    children: [{ ErrorBoundary: FramedErrorScreen, children: appScreens }],
  },
  {
    path: '/client-portal/:token',
    lazy: { Component: async () => (await import('#features/pages/portal/portal-frame.tsx')).PortalFrame },
    children: [
      {
        index: true,
        lazy: {
          loader: async () => (await import('#features/pages/portal/client.ts')).homeLoader,
          Component: async () => (await import('#features/pages/portal/portal-screen.tsx')).PortalScreen,
        },
      },
      {
        path: 'projects/:projectId',
        lazy: {
          loader: async () => (await import('#features/pages/portal/client.ts')).projectLoader,
          Component: async () => {
            const { ProjectScreen, loadShownTab } = await import('#features/pages/portal/project-screen.tsx')
            await loadShownTab()
            return ProjectScreen
          },
        },
      },
      {
        path: 'invoices/:invoiceId',
        lazy: {
          loader: async () => (await import('#features/pages/portal/client.ts')).invoiceLoader,
          Component: async () => (await import('#features/pages/portal/invoice-screen.tsx')).InvoiceScreen,
        },
      },
    ],
  },
  {
    path: '/verify/:code',
    lazy: {
      loader: async () => (await import('#features/engagement/approvals/client.ts')).certificateLoader,
      Component: async () =>
        (await import('#features/engagement/approvals/certificate-screen.tsx')).CertificateScreen,
    },
  },
  {
    path: '/confirm-email/:code',
    lazy: {
      Component: async () =>
        (await import('#features/pages/portal/confirm-email-screen.tsx')).ConfirmEmailScreen,
    },
  },
  {
    path: '/unsubscribe/:code',
    lazy: {
      Component: async () =>
        (await import('#features/engagement/notifications/unsubscribe-screen.tsx')).UnsubscribeScreen,
    },
  },
  {
    path: '*',
    lazy: { Component: async () => (await import('#web/layout/not-found-screen.tsx')).NotFoundScreen },
  },
]

export const routes: RouteObject[] = [
  { HydrateFallback: LoadingScreen, ErrorBoundary: ErrorScreen, children: screens },
]

/** The addresses that have a screen, as patterns such as `/projects/:id`. */
export const pagePaths: string[] = addressesIn(screens).filter((path) => path !== '*')

/** The addresses of the screens that need a session. */
export const appPaths: string[] = addressesIn(appScreens)

function addressesIn(routes: RouteObject[], parent = ''): string[] {
  return routes.flatMap(({ path = '', children }) => {
    const full = path.startsWith('/') || path === '*' ? path : [parent, path].filter(Boolean).join('/')
    return children ? addressesIn(children, full) : [full]
  })
}
