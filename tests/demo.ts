import { accountApi } from '#features/foundation/account/contract.ts'
import { fillBooks, receiveFiles, yearOf } from '#features/pages/demo/actions/books.ts'
import { demoApi } from '#features/pages/demo/contract.ts'
import { demoStudio } from '#features/pages/demo/rules/studio.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Person, Visitor } from './people.ts'

/** Fills an ordinary account with the year of a demo. */
export async function addYear(ctx: Context): Promise<void> {
  const year = yearOf(ctx.now, ctx, demoStudio(ctx.currency))
  await receiveFiles(ctx, year, (files) => inTransaction(ctx, (tx) => fillBooks(tx, year, files)))
}

/** Opens a demo without an account, as the landing page does. */
export async function openDemo(url: string): Promise<Person> {
  const visitor = new Visitor(url)
  await visitor.call(demoApi.open, { body: {} })
  const { email, google_user_data } = await visitor.call(accountApi.me)
  return new Person(url, { email, name: google_user_data.name ?? '' }, visitor.cookies)
}
