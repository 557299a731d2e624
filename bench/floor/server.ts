import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { addAccountCalls } from './account.ts'
import { addClientCalls } from './clients.ts'
import { addDashboardCalls } from './dashboard.ts'
import { FloorDatabase } from './database.ts'
import { addExpenseCalls } from './expenses.ts'
import { addInvoiceCalls } from './invoices.ts'
import { addMoneyCalls } from './money.ts'
import { addPortalCalls } from './portal.ts'
import { addProjectCalls } from './projects.ts'
import { addReportCalls } from './reports.ts'
import { addSearchCalls } from './search.ts'
import { addTimeCalls } from './time.ts'
import { addUnbilledCalls } from './unbilled.ts'

/**
 * The minimum that a server does for the same responses, written by hand: one prepared statement finds the session, as few
 * as possible do the rest, and the rows are sent as JSON. It validates nothing, logs nothing and sets no headers.
 */
export function createFloor(pool: pg.Pool): FastifyInstance {
  const floor = Fastify()
  const db = new FloorDatabase(pool)
  addAccountCalls(floor, db)
  addDashboardCalls(floor, db)
  addClientCalls(floor, db)
  addProjectCalls(floor, db)
  addTimeCalls(floor, db)
  addExpenseCalls(floor, db)
  addInvoiceCalls(floor, db)
  addUnbilledCalls(floor, db)
  addMoneyCalls(floor, db)
  addReportCalls(floor, db)
  addSearchCalls(floor, db)
  addPortalCalls(floor, db)
  return floor
}
