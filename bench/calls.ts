/** A caller: a session, a client's link, and a draft to work on. */
export interface Caller {
  cookie: string
  portalToken: string
  portalProjectId: number
  projectId: number
  clientId: number
  /** Entries of the project that are not billed; none in small books. */
  timeToBill: number[]
  invoiceId: number
  itemId: number
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  cookie?: string
  body?: object
  /** Creates a record, so it is sent with an idempotency key. */
  creates?: boolean
  /** The request that has to be sent before it can be repeated. It is not measured. */
  takeBack?(answer: string): Request
}

export interface Call {
  name: string
  goal: Goal
  /** Only one caller has what it takes, and only in large books. */
  alone?: boolean
  by(caller: Caller): Request
}

/**
 * For specified calls, the throughput of the floor as a multiple of the app's. The floor has no other calls: these have a median
 * wait for one caller.
 */
export type Goal = number | { milliseconds: number }

const GOALS = { list: 1.9, record: 1.8, change: 3.4, portal: 3, dashboard: 1.1, report: 1.5 }

/** The measured calls. Writes come last, so that their records do not affect the others. */
export const CALLS: Call[] = [
  read('session check', GOALS.record, '/api/users/me'),
  read('dashboard figures', GOALS.dashboard, '/api/dashboard/stats'),
  read('recent activity', GOALS.list, '/api/dashboard/recent-activity'),
  read('clients', GOALS.list, '/api/clients?limit=50'),
  read('projects', GOALS.list, '/api/projects?limit=50'),
  read('time entries', GOALS.list, '/api/time-entries?limit=50'),
  read('invoices', GOALS.list, '/api/invoices?limit=50'),
  read('expenses', GOALS.list, '/api/expenses?limit=50'),
  {
    name: 'one invoice',
    goal: GOALS.record,
    by: ({ cookie, invoiceId }) => ({ method: 'GET', path: `/api/invoices/${invoiceId}`, cookie }),
  },
  read('unbilled work', { milliseconds: 50 }, '/api/unbilled'),
  read('where the money is', { milliseconds: 50 }, '/api/money'),
  read('search', { milliseconds: 50 }, '/api/search?q=pine'),
  read('search in vain', { milliseconds: 50 }, '/api/search?q=nowhere'),
  read('report of a year', GOALS.report, '/api/reports?timeRange=lastyear'),
  {
    name: 'portal home',
    goal: GOALS.portal,
    by: ({ portalToken }) => ({ method: 'GET', path: `/api/client-portal/${portalToken}` }),
  },
  {
    name: 'portal project',
    goal: GOALS.portal,
    by: ({ portalToken, portalProjectId }) => ({
      method: 'GET',
      path: `/api/client-portal/${portalToken}/projects/${portalProjectId}`,
    }),
  },
  {
    name: 'change an invoice item',
    goal: GOALS.change,
    by: ({ cookie, invoiceId, itemId }) => ({
      method: 'PUT',
      path: `/api/invoices/${invoiceId}/items/${itemId}`,
      cookie,
      body: { description: 'Design of the homepage', quantity: 2.5, rate: 95 },
    }),
  },
  {
    name: 'log time',
    goal: GOALS.change,
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
  {
    // Each start stops the timer that runs, and logs its time.
    name: 'stop and start the timer',
    goal: { milliseconds: 10 },
    by: ({ cookie, projectId }) => ({
      method: 'POST',
      path: '/api/timer/start',
      cookie,
      body: { project_id: projectId, description: 'Wireframes', is_billable: true },
      creates: true,
    }),
  },
  {
    name: 'bill 1,000 time entries',
    goal: { milliseconds: 500 },
    alone: true,
    by: ({ cookie, clientId, timeToBill }) => ({
      method: 'POST',
      path: '/api/invoices',
      cookie,
      body: {
        client_id: clientId,
        issue_date: '2026-01-15',
        bill: { time_entry_ids: timeToBill, group_by: 'day' },
      },
      creates: true,
      takeBack: (answer) => ({ method: 'DELETE', path: `/api/invoices/${JSON.parse(answer).id}`, cookie }),
    }),
  },
]

function read(name: string, goal: Goal, path: string): Call {
  return { name, goal, by: ({ cookie }) => ({ method: 'GET', path, cookie }) }
}
