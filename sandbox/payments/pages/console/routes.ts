import { route } from '../page.ts'
import { moveClock } from './clock.ts'
import { consolePage } from './console.ts'
import { eventPage, resend } from './events.ts'

export const consoleRoutes = [
  route('GET', '', (visit) => consolePage(visit)),
  route('POST', '/clock', moveClock),
  route('GET', '/events/:event', eventPage),
  route('POST', '/events/:event/resend', resend),
]
