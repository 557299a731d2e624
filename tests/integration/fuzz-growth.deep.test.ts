import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/endpoint.ts'
import { sharedApp } from '#tests/app.ts'
import { SEED } from '#tests/fixed-seed.ts'
import { HOSTILE_TEXTS } from '#tests/growth.ts'
import { type Keys, keepMarkedBooks, type MarkedBooks } from '#tests/marked-books.ts'
import { sendRaw } from '#tests/raw-http.ts'
import { everyAnswer, inputOf, pathTo, queryOf, textsIn } from '#tests/sound-request.ts'

/** Chooses the shapes of texts. `npm run test:fuzz` brings others. */
const SHAPES = Array.from({ length: 3 }, (_, index) => {
  const shape = HOSTILE_TEXTS[(SEED + index * 17) % HOSTILE_TEXTS.length]
  if (!shape) throw new Error('no shape')
  return shape
})
/** As much as a body or a request line may carry. */
const LONGEST_BODY = 200_000
const LONGEST_QUERY = 7000
const SLOW_MILLISECONDS = 1000
/** A tenth of the text may not take less than a thirtieth of the time. */
const MOST_GROWTH = 30

let eve: MarkedBooks
let url: string

beforeAll(async () => {
  url = (await sharedApp()).url
  eve = await keepMarkedBooks('Eve')
})

const withTexts = everyAnswer
  // Signing out would end what is tried here.
  .filter((endpoint) => !endpoint.changesState)
  .map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint])
  .filter(([, endpoint]) => textsOf(endpoint, {}).length > 0)

describe(`no text slows down a request faster than it grows, with FUZZ_SEED=${SEED}:`, () => {
  test.each(withTexts)('%s', async (_, endpoint) => {
    const slow: string[] = []
    for (const { name, longest, send } of textsOf(endpoint, keysOfEve())) {
      for (const textOf of SHAPES) {
        const time = await timeOf(() => send(textOf(longest)))
        if (time < SLOW_MILLISECONDS) continue
        const tenth = await timeOf(() => send(textOf(longest / 10)))
        const again = await timeOf(() => send(textOf(longest)))
        if (again > MOST_GROWTH * tenth) slow.push(`${name}: ${tenth} ms, ten times the text ${again} ms`)
      }
    }
    expect(slow).toEqual([])
  })
})

const keysOfEve = (): Keys => ({ ...eve.keys, 'client-portal': eve.token, origin: url })

interface HostileText {
  name: string
  longest: number
  send: (text: string) => Promise<unknown>
}

function textsOf(endpoint: Endpoint, keys: Keys): HostileText[] {
  const path = () => pathTo(endpoint, keys)
  const inBody = textsIn(inputOf(endpoint.body) ?? {}, keys).map(({ path: name, inputWith }) => ({
    name,
    longest: LONGEST_BODY,
    send: (text: string) => sendAsEve(endpoint, path(), JSON.stringify(inputWith(text))),
  }))
  const inQuery = textsIn(queryOf(endpoint) ?? {}, keys).map(({ path: name }) => ({
    name: `?${name}`,
    longest: LONGEST_QUERY,
    send: (text: string) =>
      sendAsEve(endpoint, `${path()}?${name}=${encodeURIComponent(text).slice(0, LONGEST_QUERY)}`, ''),
  }))
  return [...inBody, ...inQuery]
}

async function sendAsEve({ method }: Endpoint, path: string, body: string): Promise<void> {
  const { status, text } = await sendRaw(url, {
    method,
    path,
    headers: {
      cookie: `daybook_session=${eve.sessionKey}`,
      'sec-fetch-site': 'same-origin',
      ...(body && { 'content-type': 'application/json' }),
    },
    body: Buffer.from(body),
  })
  expect(status, text).toBeLessThan(500)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return Math.round(performance.now() - start)
}
