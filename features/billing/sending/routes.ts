import { routes } from '#server/http/routes.ts'
import { getMailLog } from './actions/mail-log.ts'
import * as reminders from './actions/reminders.ts'
import { cancelSchedule, scheduleInvoice } from './actions/scheduling.ts'
import { sendInvoice } from './actions/sending.ts'
import { remindersApi } from './contract/reminders.ts'
import { sendingApi } from './contract/sending.ts'

export const sendingRoutes = [
  ...routes(sendingApi, {
    send: (ctx, { params, body, ifMatch }) => sendInvoice(ctx, params.id, body, ifMatch),
    schedule: (ctx, { params, body, ifMatch }) => scheduleInvoice(ctx, params.id, body, ifMatch),
    unschedule: (ctx, { params, ifMatch }) => cancelSchedule(ctx, params.id, ifMatch),
    mails: (ctx, { params }) => getMailLog(ctx, params.id),
  }),
  ...routes(remindersApi, {
    get: (ctx) => reminders.getReminders(ctx),
    update: (ctx, { body, ifMatch }) => reminders.updateReminders(ctx, body, ifMatch),
  }),
]
