import { appPaths, pagePaths } from '#web/routes.ts'

const FRAME = ['/api/users/me', '/api/subscription']
const PORTAL = '/api/client-portal/:token'

/** Calls that a screen makes in any case. */
const SCREENS: Record<string, string[]> = {
  '/dashboard': [
    '/api/checklist',
    '/api/attention',
    '/api/dashboard/stats',
    '/api/money',
    '/api/dashboard/recent-activity',
  ],
  '/clients/:id': ['/api/clients/:id', '/api/clients/:id/overview'],
  '/projects/:id': ['/api/projects/:id'],
  '/client-portal/:token': [PORTAL, `${PORTAL}/projects`, `${PORTAL}/invoices`],
  '/client-portal/:token/projects/:projectId': [PORTAL, `${PORTAL}/projects/:projectId`],
  '/client-portal/:token/invoices/:invoiceId': [PORTAL, `${PORTAL}/invoices/:invoiceId`],
}

/** Calls that a list makes where the query of its address has no filter. */
const FILTERED: Record<string, string[]> = {
  '/clients': ['/api/clients'],
  '/projects': ['/api/projects'],
  '/time-tracking': ['/api/time-entries', '/api/time-entries/summary'],
  '/invoices': ['/api/invoices', '/api/invoices/summary'],
  '/expenses': ['/api/expenses', '/api/expenses/this-month'],
}

/** By address, both as patterns: the calls that the browser makes with the page, instead of once its script has run. */
export const firstCalls = Object.fromEntries(
  pagePaths.map((path) => [
    path,
    {
      always: [...(appPaths.includes(path) ? FRAME : []), ...(SCREENS[path] ?? [])],
      withoutQuery: FILTERED[path] ?? [],
    },
  ]),
)
