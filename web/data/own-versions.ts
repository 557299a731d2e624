import type { Endpoint, IfMatch } from '#core/endpoint.ts'

const successors = new Map<string, Map<number, number>>()
const lastChanges = new Map<string, Promise<unknown>>()

/**
 * Sends the changes of one record one after the other, each based on the version that this page's previous change
 * created, so that a page never conflicts with itself.
 */
export function sendInOrder(
  endpoint: Endpoint,
  address: URL,
  ifMatch: IfMatch,
  send: (ifMatch: IfMatch) => Promise<Response>,
): Promise<Response> {
  const record = recordOf(endpoint, address)
  const sendNext = async () => {
    const from = latest(record, ifMatch)
    const response = await send(from)
    const to = versionIn(response)
    if (!response.ok) successors.delete(record)
    else if (from !== null && to !== undefined) remember(record, from, to)
    return response
  }
  const change = (lastChanges.get(record) ?? Promise.resolve()).then(sendNext, sendNext)
  lastChanges.set(record, change)
  return change
}

/** `/api/invoices/7` for `/api/invoices/7/items/3`: an item is part of its invoice, unless it has its own version. */
function recordOf({ path, hasOwnVersion }: Endpoint, { pathname }: URL): string {
  const parts = path.split('/')
  const isId = (part: string) => part.startsWith('{')
  const id = hasOwnVersion ? parts.findLastIndex(isId) : parts.findIndex(isId)
  return pathname
    .split('/')
    .slice(0, id < 0 ? undefined : id + 1)
    .join('/')
}

function latest(record: string, ifMatch: IfMatch): IfMatch {
  const next = ifMatch === null ? undefined : successors.get(record)?.get(ifMatch)
  return next === undefined ? ifMatch : latest(record, next)
}

function remember(record: string, from: number, to: number): void {
  successors.set(record, (successors.get(record) ?? new Map()).set(from, to))
}

function versionIn({ headers }: Response): number | undefined {
  const [, version] = /"(\d+)"/.exec(headers.get('etag') ?? '') ?? []
  return version === undefined ? undefined : Number(version)
}
