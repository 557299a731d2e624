import type { Endpoint } from '#core/endpoint.ts'
import { sharedApp } from './app.ts'
import type { Keys, MarkedBooks } from './marked-books.ts'
import { Visitor } from './people.ts'
import type { RawAnswer } from './raw-http.ts'
import { faultsOfRefusal } from './refusals.ts'
import { everyAnswer, everyEndpoint, pathTo, soundBody, soundQuery } from './sound-request.ts'
import { unzip } from './zip.ts'

/** A caller: the session cookie, the portal token, and how far each gets. */
export interface Caller {
  session: string | undefined
  token: string
  opens: ('account' | 'link')[]
}

interface Answer extends RawAnswer {
  what: string
}

/** A code alone opens its certificate, for everyone. */
const UNISSUED = { certificates: 'unissued' }

/** Calls an endpoint about what these keys name; a list is asked for whole as well. */
export async function callAbout(
  books: Keys,
  caller: Caller,
  endpoint: Endpoint,
  q: string,
): Promise<Answer[]> {
  const { url: origin } = await sharedApp()
  const keys = { ...books, origin, ...(endpoint.access === 'public' && UNISSUED) }
  const path = pathTo(endpoint, { ...keys, 'client-portal': caller.token })
  const query = soundQuery(endpoint, keys, q)
  const addresses =
    query && !endpoint.upload ? [path, `${path}?${query}`] : [query ? `${path}?${query}` : path]
  const answers: Answer[] = []
  for (const address of addresses)
    answers.push(await callAt(caller, endpoint, address, soundBody(endpoint, keys)))
  return answers
}

/** Or signing out would be refused for another reason. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }

async function callAt({ session }: Caller, endpoint: Endpoint, path: string, body: unknown): Promise<Answer> {
  const visitor = new Visitor((await sharedApp()).url)
  if (session) visitor.cookies.set('daybook_session', session)
  const sent = endpoint.upload ? 'Taken' : body === undefined ? undefined : JSON.stringify(body)
  const response = await visitor.fetch(path, {
    method: endpoint.method,
    headers: { ...OWN_PAGE, ...(sent !== undefined && { 'content-type': 'application/json' }) },
    ...(sent !== undefined && { body: sent }),
  })
  const content = Buffer.from(await response.arrayBuffer())
  const headers = [...response.headers].map((pair) => pair.join(': ')).join('\n')
  const type = response.headers.get('content-type') ?? ''
  const text = type === 'application/zip' ? await textIn(content) : content.toString()
  return {
    what: `${endpoint.method} ${path.split('?')[0]}${path.includes('?') ? '?…' : ''}`,
    status: response.status,
    type,
    text: `${headers}\n${text}`,
    body: text,
  }
}

const textIn = async (archive: Buffer) => [...(await unzip(archive)).values()].join('\n')

interface Walk {
  /** Another caller for each call, if there are several. */
  callers: Caller[]
  /** Texts that no answer may contain. */
  secrets: string[]
  skip?(endpoint: Endpoint): boolean
}

/** Calls every endpoint as a stranger, about what is in these books; gives what is wrong with any answer. */
export async function walk(
  { accountId, keys, secrets: [q = ''] }: MarkedBooks,
  walk: Walk,
): Promise<string[]> {
  const { callers, secrets, skip = () => false } = walk
  const faults: string[] = []
  const isSignedIn = callers.some(({ opens }) => opens.includes('account'))
  for (const [index, endpoint] of (isSignedIn ? everyAnswer : everyEndpoint).entries()) {
    const caller = callers[index % callers.length]
    if (!caller || skip(endpoint)) continue
    for (const answer of await callAbout(keys, caller, endpoint, q)) {
      const { what, status, text } = answer
      if (status !== expectedStatus({ accountId, keys }, caller, endpoint, what))
        faults.push(`${what} answered ${status}`)
      if (status >= 300) faults.push(...faultsOfRefusal(answer).map((fault) => `${what} ${fault}`))
      for (const secret of secrets)
        if (text.includes(secret)) faults.push(`${what} answered what is somebody else's: ${text}`)
    }
  }
  return faults
}

function expectedStatus(
  books: Pick<MarkedBooks, 'accountId' | 'keys'>,
  { opens, token }: Caller,
  endpoint: Endpoint,
  what: string,
): number {
  const { access, method, path, status = 200 } = endpoint
  if (access !== 'public') {
    // To a freelancer who is no admin there is no such call.
    if (access === 'admin') return opens.includes('account') ? 404 : 401
    if (!opens.includes(access)) return access === 'account' ? 401 : 404
    const isAboutRecord = /\{(?!token|currency)/.test(path)
    const namesRecord = /"((client|project)_id|(time_entry_)?ids)"/.test(
      JSON.stringify(soundBody(endpoint, books.keys) ?? ''),
    )
    const namesLogo = /\/logo\?…$/.test(what) && !token.startsWith(`${books.accountId}.`)
    if (isAboutRecord || namesRecord || namesLogo) return 404
  }
  return REFUSED[`${method} ${path}`] ?? status
}

/** Calls that these requests do not fulfil: without a sign-in that was begun, a passkey, a server that has no other way to sign in, a signature, the own name, a timer, a code from a mail. */
const REFUSED: Record<string, number> = {
  'POST /api/sessions': 400,
  'POST /api/sign-in/email/code': 400,
  'POST /api/sign-in/passkey': 400,
  'POST /api/sign-in/recovery': 400,
  'POST /api/sign-up/passkey/options': 403,
  'POST /api/sign-up/passkey': 400,
  'POST /api/account/passkeys': 400,
  'POST /api/webhooks/stripe': 400,
  'POST /api/webhooks/stripe-connect': 400,
  'POST /api/account/deletion': 400,
  'PUT /api/business/logo': 400,
  'POST /api/imports': 400,
  'DELETE /api/timer': 409,
  'GET /api/confirm-email/{code}': 404,
  'POST /api/confirm-email/{code}': 404,
  'GET /api/unsubscribe/{code}': 404,
  'POST /api/unsubscribe/{code}': 404,
  'DELETE /api/unsubscribe/{code}': 404,
  'POST /unsubscribe/{code}': 404,
  'GET /api/certificates/{code}': 404,
  'GET /api/certificates/{code}/pdf': 404,
}
