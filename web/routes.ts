import type { RouteObject } from 'react-router'
import { WHO_AM_I } from '#core/who-am-i.ts'

/** What a screen will ask for first; it is asked for while its code is on its way. */
export interface Handle {
  asks: string[]
}

const asking = (...asks: `/api/${string}`[]): Handle => ({ asks })

const LISTS = new Set([
  '/api/clients',
  '/api/projects',
  '/api/time-entries',
  '/api/invoices',
  '/api/expenses',
])
const NARROWING = ['q', 'status', 'from', 'to']

/** What a screen asks for at this address: an address that narrows a list asks for another one than the whole. */
export function asksAt({ asks }: Handle, search: URLSearchParams): string[] {
  const narrowed = NARROWING.some((name) => search.has(name))
  return asks.filter((path) => !narrowed || !LISTS.has(path))
}

/** Every address of the product. Each screen is a bundle of its own, fetched when somebody goes there. */
export const routes: RouteObject[] = [
  {
    path: '/',
    lazy: async () => ({ Component: (await import('#features/landing/home-screen.tsx')).HomeScreen }),
  },
  {
    path: '/auth/callback',
    lazy: async () => ({
      Component: (await import('#features/sign-in/callback-screen.tsx')).CallbackScreen,
    }),
  },
  {
    path: '/pricing',
    lazy: async () => ({
      Component: (await import('#features/pricing/pricing-screen.tsx')).PricingScreen,
    }),
    handle: asking(WHO_AM_I, '/api/subscription/plans'),
  },
  {
    path: '/subscription/success',
    lazy: async () => ({
      Component: (await import('#features/pricing/success-screen.tsx')).SuccessScreen,
    }),
  },
  {
    lazy: async () => ({ Component: (await import('#features/app-shell/signed-in.tsx')).SignedIn }),
    handle: asking(WHO_AM_I, '/api/subscription'),
    children: [
      {
        path: '/dashboard',
        lazy: async () => ({
          Component: (await import('#features/dashboard/dashboard-screen.tsx')).DashboardScreen,
        }),
        handle: asking('/api/sample-data', '/api/dashboard/stats', '/api/dashboard/recent-activity'),
      },
      {
        path: '/clients',
        lazy: async () => ({
          Component: (await import('#features/clients/clients-screen.tsx')).ClientsScreen,
        }),
        handle: asking('/api/clients', '/api/subscription/usage'),
      },
      {
        path: '/projects',
        lazy: async () => ({
          Component: (await import('#features/projects/projects-screen.tsx')).ProjectsScreen,
        }),
        handle: asking('/api/projects', '/api/subscription/usage'),
      },
      {
        path: '/projects/:id',
        lazy: async () => ({
          Component: (await import('#features/project-page/project-screen.tsx')).ProjectScreen,
        }),
      },
      {
        path: '/time-tracking',
        lazy: async () => ({
          Component: (await import('#features/time-entries/time-tracking-screen.tsx')).TimeTrackingScreen,
        }),
        handle: asking('/api/time-entries/summary', '/api/time-entries'),
      },
      {
        path: '/invoices',
        lazy: async () => ({
          Component: (await import('#features/invoices/invoices-screen.tsx')).InvoicesScreen,
        }),
        handle: asking('/api/invoices', '/api/subscription/usage'),
      },
      {
        path: '/expenses',
        lazy: async () => ({
          Component: (await import('#features/expenses/expenses-screen.tsx')).ExpensesScreen,
        }),
        handle: asking('/api/expenses/this-month', '/api/expenses'),
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
        handle: asking('/api/subscription/usage'),
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
          Component: (await import('#features/account-page/account-screen.tsx')).AccountScreen,
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
]

/** The routes that lead to an address, from the outermost on; none where nothing is. */
export function routesTo(path: string, among = routes, parent = ''): RouteObject[] {
  for (const route of among) {
    const own = route.path ?? ''
    const pattern = own.startsWith('/') || own === '' ? own || parent : `${parent}/${own}`
    const deeper = routesTo(path, route.children ?? [], pattern)
    if (deeper.length > 0) return [route, ...deeper]
    if (!route.children && matches(pattern, path)) return [route]
  }
  return []
}

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+').replace('*', '.*')}/?$`).test(path)
