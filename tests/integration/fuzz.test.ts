import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/endpoint.ts'
import { sharedApp } from '#tests/app.ts'
import { SEED } from '#tests/fixed-seed.ts'
import { hostileRequests } from '#tests/hostile-input.ts'
import { type Keys, keepMarkedBooks, type MarkedBooks } from '#tests/marked-books.ts'
import { type RawAnswer, type RawRequest, sendRaw } from '#tests/raw-http.ts'
import { faultsOfRefusal } from '#tests/refusals.ts'
import { rowsOf } from '#tests/rows.ts'
import { everyAnswer } from '#tests/sound-request.ts'

const CASES = Number(process.env.FUZZ_CASES ?? 10)
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

const named = everyAnswer.map((endpoint): [string, Endpoint] => [
  `${endpoint.method} ${endpoint.path}`,
  endpoint,
])

describe(`whatever is sent, with FUZZ_SEED=${SEED},`, () => {
  test.each(named)('%s neither fails nor reveals other accounts', async (_, endpoint) => {
    await fc.assert(
      fc.asyncProperty(
        hostileRequests(endpoint, withOrigin(eve.keys), withOrigin(ada.keys)),
        async (request) => {
          expect(faultsOf(endpoint, await sendAsEve(endpoint, request))).toEqual([])
        },
      ),
      { numRuns: endpoint.download ? CASES_OF_FILES : CASES, endOnFailure: true },
    )
  })

  afterAll(async () => {
    expect(await rowsOf(ada.accountId)).toEqual(before)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

/** A code alone opens its certificate, for everyone. */
const withOrigin = (keys: Keys): Keys => ({
  ...keys,
  'client-portal': eve.token,
  certificates: eve.keys.certificates ?? '',
  origin: url,
})

function sendAsEve(endpoint: Endpoint, request: RawRequest): Promise<RawAnswer> {
  // Signing out for real would end what is to be tried here.
  const cookie = endpoint.changesState ? 'daybook_session=1.x' : `daybook_session=${eve.sessionKey}`
  return sendRaw(url, {
    ...request,
    headers: { 'sec-fetch-site': 'same-origin', ...request.headers, cookie },
  })
}

function faultsOf(endpoint: Endpoint, answer: RawAnswer): string[] {
  const { status, text, body } = answer
  const faults: string[] = []
  if (refusalsOf(endpoint).includes(status)) faults.push(...faultsOfRefusal(answer))
  else if (!successesOf(endpoint).includes(status)) faults.push(`answered ${status}: ${body}`)
  for (const secret of [...ada.secrets, ...ada.business])
    if (text.includes(secret)) faults.push(`told what is Ada's: ${text}`)
  if (INTERNALS.test(body) && status >= 400) faults.push(`told of its insides: ${body}`)
  return faults
}

/** A download may also answer a part, or that the browser has it already. */
const successesOf = ({ status = 200, download }: Endpoint) => [status, ...(download ? [206, 304] : [])]

const refusalsOf = ({ method, access, download }: Endpoint) => [
  400,
  403,
  404,
  414,
  ...(access === 'account' || access === 'admin' ? [401] : []),
  ...(download ? [416, 429] : []),
  ...(method === 'GET' ? [] : [409, 413, 415, 429]),
]

const INTERNALS =
  /node_modules|\bat \S+:\d+:\d+|\.ts\b|syntax error at|\binsert into\b|\bselect \w+ from\b|pg_|Zod/
