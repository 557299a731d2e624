import { InvalidLink } from '#server/errors.ts'
import type { Http } from './routes.ts'

/** For a public address with a key: a caller who tries many keys is slowed down, as with portal links. */
export async function countGuesses<Result>(http: Http, answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof InvalidLink) await http.countUnknownCredential()
    throw error
  }
}
