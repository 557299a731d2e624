import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { pagePaths, routes } from './routes.ts'

const pathsTo = (address: string) =>
  matchRoutes(routes, address)
    ?.slice(1)
    .map(({ route: { path, index } }) => (index ? 'index' : path))

test.each([
  ['/', ['/']],
  ['/pricing', ['/pricing']],
  ['/pricing/', ['/pricing']],
  ['/dashboard', [undefined, undefined, '/dashboard']],
  ['/projects', [undefined, undefined, '/projects']],
  ['/projects/12', [undefined, undefined, '/projects/:id']],
  ['/client-portal/1.abc', ['/client-portal/:token', 'index']],
  ['/client-portal/1.abc/projects/3', ['/client-portal/:token', 'projects/:projectId']],
  ['/client-portal/1.abc/invoices/3', ['/client-portal/:token', 'invoices/:invoiceId']],
  ['/nowhere', ['*']],
  ['/projects/12/nowhere', ['*']],
])('%s is shown by %j', (address, expected) => {
  expect(pathsTo(address)).toEqual(expected)
})

test('the server is told where there are pages', () => {
  expect(pagePaths).toEqual([
    '/',
    '/sign-in',
    '/auth/callback',
    '/setup',
    '/pricing',
    '/subscription/success',
    '/dashboard',
    '/clients',
    '/clients/:id',
    '/projects',
    '/projects/:id',
    '/time-tracking',
    '/invoices',
    '/recurring-invoices',
    '/bill',
    '/expenses',
    '/expenses/recurring',
    '/reports',
    '/subscription/manage',
    '/stripe-setup',
    '/import',
    '/import/:id',
    '/admin',
    '/account',
    '/client-portal/:token',
    '/client-portal/:token/projects/:projectId',
    '/client-portal/:token/invoices/:invoiceId',
    '/verify/:code',
    '/confirm-email/:code',
    '/unsubscribe/:code',
  ])
})

test('the code of every screen is loaded when it is shown', () => {
  const all = routes.flatMap(({ children = [] }) => children)
  const within = (route: RouteObject): RouteObject[] => [route, ...(route.children ?? []).flatMap(within)]
  // The one that only catches errors shows nothing of its own.
  for (const { lazy } of all.flatMap(within).filter(({ ErrorBoundary }) => !ErrorBoundary))
    expect(lazy).toHaveProperty('Component')
})
