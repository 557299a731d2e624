import { emailCodesApi } from '#features/foundation/email-codes/contract.ts'
import { sharedApp, type TestApp } from './app.ts'
import { mailsTo } from './mails.ts'
import { Person, Visitor } from './people.ts'

/** A browser that has asked for a code, and the code that was mailed. */
export async function askForCode(
  email: string,
  { app, visitor }: { app?: TestApp; visitor?: Visitor } = {},
): Promise<{ visitor: Visitor; code: string }> {
  const { url } = app ?? (await sharedApp())
  const asking = visitor ?? new Visitor(url)
  const before = new Set(await codesMailedTo(email, app))
  await asking.call(emailCodesApi.ask, { body: { email } })
  const code = (await codesMailedTo(email, app)).find((mailed) => !before.has(mailed))
  if (code === undefined) throw new Error(`${email} got no code`)
  return { visitor: asking, code }
}

/** The codes in all mails to this address. */
export async function codesMailedTo(email: string, app?: TestApp): Promise<string[]> {
  const mails = await mailsTo(email.toLowerCase(), app)
  return mails.flatMap(({ subject = '' }) => /^\d{6}(?= is your code)/.exec(subject)?.[0] ?? [])
}

export async function signInByEmail(email: string, app?: TestApp): Promise<Person> {
  const { visitor, code } = await askForCode(email, app && { app })
  await visitor.call(emailCodesApi.enter, { body: { code, time_zone: 'Europe/Berlin' } })
  return new Person(visitor.url, { email, name: '' }, visitor.cookies)
}
