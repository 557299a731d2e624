import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import type { World } from './world.ts'

const EACH_KIND = 20
const MEGABYTE = 1_048_576
const LARGE = 40 * MEGABYTE
/** The server's own limits are 90 s at most, and it may take it as long again to notice. */
const MAX_IDLE_SECONDS = 200
const CUT_OFF_TIMEOUT_SECONDS = 240

/** A client that sends or reads byte by byte is disconnected, and nobody else has to wait for it. */
export async function disconnectSlowClients(world: World, kinds: 'quickly noticed' | 'all'): Promise<void> {
  const { part, report, people } = world
  const [account] = people
  if (!account) throw new Error('nobody works here')
  const { person } = account
  const cookie = person.cookies.header()
  const upload = await addDeliverable(world)
  const head = (line: string, ...more: string[]) =>
    [line, 'Host: localhost', `Cookie: ${cookie}`, ...more, '', ''].join('\r\n')

  const slow: Record<string, (port: number) => Promise<void>> = {
    'headers that come byte by byte': (port) =>
      trickle(port, head('GET /api/clients HTTP/1.1', `X-Long: ${'x'.repeat(10_000)}`), 0),
    'a body that comes byte by byte': (port) => {
      const start = head(
        'POST /api/clients HTTP/1.1',
        'Content-Type: application/json',
        'Content-Length: 10000',
      )
      return trickle(port, `${start}{${' '.repeat(9998)}}`, start.length)
    },
    ...(kinds === 'all' && {
      'an upload that comes byte by byte': (port: number) => {
        const start = head(`POST ${upload}/file?name=slow.txt HTTP/1.1`, 'Content-Length: 10000')
        return trickle(port, start + 'x'.repeat(10_000), start.length)
      },
      'a download that nobody reads': (port: number) => neglect(port, head(`GET ${upload}/file HTTP/1.1`), 0),
      'a download that is read byte by byte': (port: number) =>
        neglect(port, head(`GET ${upload}/file HTTP/1.1`), 1),
    }),
  }
  if (kinds === 'all') await fillDeliverable(world, upload)

  const port = Number(new URL(world.app.url).port)
  let waiting = true
  const others = answerOthers(world, () => waiting)
  await Promise.all(
    Object.entries(slow).map(async ([what, begin]) => {
      const ends = await Promise.all(Array.from({ length: EACH_KIND }, () => within(begin(port))))
      const left = ends.filter((ended) => !ended).length
      report.check(part, `${what} is cut off`, left === 0 ? [] : [`${left} of ${EACH_KIND} were not`])
      report.progress(part, `${what}: ${EACH_KIND - left} of ${EACH_KIND} cut off`)
    }),
  )
  waiting = false
  const { faults, answered } = await others
  report.check(part, 'everybody else is answered meanwhile', answered > 0 ? faults : ['nobody was answered'])
  report.note(`${part}: ${answered} calls of others were answered meanwhile`)
}

async function addDeliverable(world: World): Promise<string> {
  const [account] = world.people
  if (!account) throw new Error('nobody works here')
  const id = world.books.anyIdOf('projects', account.id)
  const { id: deliverableId } = await account.person.call(deliverablesApi.create, {
    params: { id },
    body: { title: 'Slow' },
  })
  return `/api/projects/${id}/deliverables/${deliverableId}`
}

async function fillDeliverable({ people }: World, path: string): Promise<void> {
  const response = await people[0]?.person.fetch(`${path}/file?name=large.bin`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(LARGE).fill(7),
  })
  if (response?.status !== 200) throw new Error(`the large file was not taken: ${response?.status}`)
  await response.text()
}

/** Sends the beginning at once and the rest byte by byte, until the server hangs up. */
async function trickle(port: number, text: string, atOnce: number): Promise<void> {
  const socket = open(port).resume()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let sent = Math.max(1, atOnce)
  socket.write(text.slice(0, sent))
  const timer = setInterval(() => {
    if (sent < text.length) socket.write(text[sent++] ?? '')
  }, 200)
  await closed
  clearInterval(timer)
}

/** Asks for a large answer and reads nothing, or a byte now and then; ends if the rest is not there any more. */
async function neglect(port: number, request: string, bytes: number): Promise<void> {
  const socket = open(port).pause()
  socket.write(request)
  const timer = setInterval(() => bytes > 0 && socket.read(bytes), 500)
  await delay(MAX_IDLE_SECONDS * 1000)
  clearInterval(timer)
  // Data that the system had taken from the server by then still comes, and then the end.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let read = 0
  socket.on('data', (chunk) => {
    read += chunk.length
    if (read >= LARGE) socket.destroy()
  })
  socket.resume()
  await closed
  if (read >= LARGE) throw new Error('all of it was still sent')
}

function open(port: number): Socket {
  const socket = connect(port, 'localhost')
  socket.on('error', () => undefined)
  return socket
}

async function within(ended: Promise<void>): Promise<boolean> {
  const timeout = delay(CUT_OFF_TIMEOUT_SECONDS * 1000, false, { ref: false })
  const cutOff = ended.then(
    () => true,
    () => false,
  )
  return Promise.race([cutOff, timeout])
}

async function answerOthers(
  { people }: World,
  isWaiting: () => boolean,
): Promise<{ answered: number; faults: string[] }> {
  const faults: string[] = []
  let answered = 0
  while (isWaiting()) {
    const answer = await people[1]?.person.try(clientsApi.list)
    if (answer?.status === 200) answered += 1
    else faults.push(`${answer?.status}`)
    await delay(100)
  }
  return { answered, faults }
}
