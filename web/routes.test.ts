import { expect, test } from 'vitest'
import { PAGES } from '#core/pages.ts'
import { asksAt, routes, routesTo } from './routes.ts'

const pathsTo = (address: string) => routesTo(address).map(({ path, index }) => (index ? 'index' : path))

test.each([
  ['/', ['/']],
  ['/pricing', ['/pricing']],
  ['/pricing/', ['/pricing']],
  ['/dashboard', [undefined, '/dashboard']],
  ['/projects', [undefined, '/projects']],
  ['/projects/12', [undefined, '/projects/:id']],
  ['/client-portal/1.abc', ['/client-portal/:token', 'index']],
  ['/client-portal/1.abc/projects/3', ['/client-portal/:token', 'projects/:projectId']],
  ['/client-portal/1.abc/invoices/3', ['/client-portal/:token', 'invoices/:invoiceId']],
  ['/nowhere', ['*']],
  ['/projects/12/nowhere', ['*']],
])('%s is shown by %j', (address, expected) => {
  expect(pathsTo(address)).toEqual(expected)
})

test('the server knows where there are pages', () => {
  const paths = routes.flatMap(({ path, children = [] }) =>
    path === undefined ? children.map((child) => child.path) : [path],
  )
  const firstWords = paths.filter((path) => path !== '*').map((path) => path?.split('/')[1])
  expect([...new Set(firstWords)].toSorted()).toEqual(PAGES)
})

test('every route can be fetched before it is shown', () => {
  const all = routes.flatMap((route) => [route, ...(route.children ?? [])])
  for (const { lazy } of all) expect(lazy).toBeTypeOf('function')
})

test('a list that the address narrows is not asked for as a whole', () => {
  const handle = { asks: ['/api/invoices', '/api/subscription/usage'] }
  expect(asksAt(handle, new URLSearchParams('view=7'))).toEqual(handle.asks)
  for (const search of ['status=unpaid', 'q=north', 'from=2026-11-01&to=2026-11-30']) {
    expect(asksAt(handle, new URLSearchParams(search))).toEqual(['/api/subscription/usage'])
  }
})
