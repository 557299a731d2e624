import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/endpoint.ts'
import { sharedApp } from '#tests/app.ts'
import { hostileRequests } from '#tests/hostile-input.ts'
import { type Keys, keepMarkedBooks, type MarkedBooks } from '#tests/marked-books.ts'
import { type RawAnswer, type RawRequest, sendRaw } from '#tests/raw-http.ts'
import { rowsOf } from '#tests/rows.ts'
import { everyEndpoint } from '#tests/sound-request.ts'

/** The same each time, so that a change is judged by what it changes. Other seeds and more cases find more. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115)
const CASES = Number(process.env.FUZZ_CASES ?? 30)
/** Each of which is typeset or packed anew. */
const CASES_OF_FILES = Math.ceil(CASES / 4)

let ada: MarkedBooks
let eve: MarkedBooks
let url: string
let before: string[]

beforeAll(async () => {
  url = (await sharedApp()).url
  ada = await keepMarkedBooks('Ada')
  eve = await keepMarkedBooks('Eve')
  before = await rowsOf(ada.accountId)
})

const named = everyEndpoint.map((endpoint): [string, Endpoint] => [
  `${endpoint.method} ${endpoint.path}`,
  endpoint,
])

describe(`whatever is sent, with FUZZ_SEED=${SEED},`, () => {
  test.each(named)('%s neither fails nor tells of others', async (_, endpoint) => {
    await fc.assert(
      fc.asyncProperty(
        hostileRequests(endpoint, withOrigin(eve.keys), withOrigin(ada.keys)),
        async (request) => {
          expect(faultsOf(await sendAsEve(endpoint, request))).toEqual([])
        },
      ),
      { seed: SEED, numRuns: endpoint.download ? CASES_OF_FILES : CASES, endOnFailure: true },
    )
  })

  afterAll(async () => {
    expect(await rowsOf(ada.accountId)).toEqual(before)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

const withOrigin = (keys: Keys): Keys => ({ ...keys, 'client-portal': eve.token, origin: url })

function sendAsEve(endpoint: Endpoint, request: RawRequest): Promise<RawAnswer> {
  // Signing out for real would end what is to be tried here.
  const cookie = endpoint.changesState ? 'daybook_session=1.x' : `daybook_session=${eve.sessionKey}`
  return sendRaw(url, {
    ...request,
    headers: { 'sec-fetch-site': 'same-origin', ...request.headers, cookie },
  })
}

/** What no answer may ever be or say. */
function faultsOf({ status, type, text, body }: RawAnswer): string[] {
  const faults: string[] = []
  if (status >= 500 || status < 200) faults.push(`answered ${status}: ${body}`)
  for (const secret of [...ada.secrets, ...ada.business])
    if (text.includes(secret)) faults.push(`told what is Ada's: ${text}`)
  if (status >= 400 && !/^\{"error":".+/.test(body)) faults.push(`${status} without a word: ${body}`)
  if (status >= 400 && !type.startsWith('application/json')) faults.push(`${status} as ${type}`)
  if (INTERNALS.test(body) && status >= 400) faults.push(`told of its insides: ${body}`)
  return faults
}

const INTERNALS =
  /node_modules|\bat \S+:\d+:\d+|\.ts\b|syntax error at|\binsert into\b|\bselect \w+ from\b|pg_|Zod/
