import type { PublicContext } from '#server/context.ts'
import { cookieName, cookieOptions } from '#server/http/cookies.ts'
import { type Http, routes } from '#server/http/routes.ts'
import * as demo from './actions/demo.ts'
import { type DemoInput, demoApi } from './contract.ts'

export const demoRoutes = routes(demoApi, {
  open: (ctx, { body }, http) => openDemo(ctx, body, http),
  leave: (ctx, _, http) => leaveDemo(ctx, http),
})

async function openDemo(ctx: PublicContext, { time_zone }: DemoInput, http: Http) {
  const { key, expires_at } = await demo.openDemo(ctx, http.sessionCookies, {
    timeZone: time_zone,
    userAgent: http.header('user-agent'),
  })
  http.setCookie(cookieName('demo', http.secure), key, { ...cookieOptions(http.secure), expires: expires_at })
  return { expires_at }
}

async function leaveDemo(ctx: PublicContext, http: Http) {
  const demoCookie = cookieName('demo', http.secure)
  for (const { name, key } of http.sessionCookies) if (name === demoCookie) await demo.leaveDemo(ctx, key)
  http.clearCookie(demoCookie, cookieOptions(http.secure))
  return { success: true } as const
}
