import { routes } from '#server/http/routes.ts'
import * as reminders from './actions.ts'
import { remindersApi } from './contract.ts'

export const reminderRoutes = routes(remindersApi, {
  get: (ctx) => reminders.getReminders(ctx),
  update: (ctx, { body, ifMatch }) => reminders.updateReminders(ctx, body, ifMatch),
})
