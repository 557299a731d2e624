/** A caller: a session, a client's link, and a draft to work on. */
export interface Caller {
  cookie: string
  portalToken: string
  portalProjectId: number
  projectId: number
  invoiceId: number
  itemId: number
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  cookie?: string
  body?: object
  /** A creation, which the browser sends with a key of its own. */
  creates?: boolean
}

export interface Call {
  name: string
  changes: boolean
  by(caller: Caller): Request
}

/** What is measured. Changes come last, so that what they add is in nobody's way. */
export const CALLS: Call[] = [
  read('session check', '/api/users/me'),
  read('dashboard figures', '/api/dashboard/stats'),
  read('recent activity', '/api/dashboard/recent-activity'),
  read('clients', '/api/clients'),
  read('projects', '/api/projects'),
  read('time entries', '/api/time-entries'),
  read('invoices', '/api/invoices'),
  read('expenses', '/api/expenses'),
  read('report of a year', '/api/reports?timeRange=lastyear'),
  {
    name: 'portal home',
    changes: false,
    by: ({ portalToken }) => ({ method: 'GET', path: `/api/client-portal/${portalToken}` }),
  },
  {
    name: 'portal project',
    changes: false,
    by: ({ portalToken, portalProjectId }) => ({
      method: 'GET',
      path: `/api/client-portal/${portalToken}/projects/${portalProjectId}`,
    }),
  },
  {
    name: 'change an invoice item',
    changes: true,
    by: ({ cookie, invoiceId, itemId }) => ({
      method: 'PUT',
      path: `/api/invoices/${invoiceId}/items/${itemId}`,
      cookie,
      body: { description: 'Design of the homepage', quantity: 2.5, rate: 95 },
    }),
  },
  {
    name: 'log time',
    changes: true,
    by: ({ cookie, projectId }) => ({
      method: 'POST',
      path: '/api/time-entries',
      cookie,
      body: {
        project_id: projectId,
        description: 'Wireframes',
        hours: 1.25,
        date: '2026-01-15',
        is_billable: true,
      },
      creates: true,
    }),
  },
]

function read(name: string, path: string): Call {
  return { name, changes: false, by: ({ cookie }) => ({ method: 'GET', path, cookie }) }
}
