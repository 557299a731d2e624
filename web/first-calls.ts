import { appPaths, pagePaths } from '#web/routes.ts'

const FRAME = ['/api/users/me', '/api/subscription']
const PORTAL = '/api/client-portal/:token'

/** Calls that a screen makes in any case. A list is not among them, since its filters depend on more than the path. */
const SCREENS: Record<string, string[]> = {
  '/dashboard': [
    '/api/checklist',
    '/api/attention',
    '/api/dashboard/stats',
    '/api/money',
    '/api/dashboard/recent-activity',
  ],
  '/client-portal/:token': [PORTAL, `${PORTAL}/projects`, `${PORTAL}/invoices`],
  '/client-portal/:token/projects/:projectId': [PORTAL, `${PORTAL}/projects/:projectId`],
  '/client-portal/:token/invoices/:invoiceId': [PORTAL, `${PORTAL}/invoices/:invoiceId`],
}

/** By address, both as patterns: the calls that the browser makes with the page, instead of once its script has run. */
export const firstCalls: Record<string, string[]> = Object.fromEntries(
  pagePaths.map((path) => [path, [...(appPaths.includes(path) ? FRAME : []), ...(SCREENS[path] ?? [])]]),
)
