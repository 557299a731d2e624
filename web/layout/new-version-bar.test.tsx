import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkVersion } from '#web/offline/new-version.ts'
import { NewVersionBar } from './new-version-bar.tsx'

const page = (version: string) => `<script type="module" src="/assets/main-${version}.js"></script>`

/** The server's version. */
const serve = (version: string) => vi.stubGlobal('fetch', async () => new Response(page(version)))

const posted: unknown[] = []
const workers = new EventTarget()
const waiting = { postMessage: (message: unknown) => posted.push(message) }
let registration: object

beforeEach(() => {
  // The simulated browser would load a module as soon as it is there.
  document.head.innerHTML = page('old').replace('module', 'text/plain')
  document.head.firstElementChild?.setAttribute('type', 'module')
  posted.length = 0
  registration = {}
  const serviceWorker = Object.assign(workers, { getRegistration: async () => registration })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  document.head.innerHTML = ''
})

const FACT = 'A new version of Daybook is ready'

test('the version that is on the server already is no news', async () => {
  serve('old')
  registration = { waiting }
  render(<NewVersionBar />)
  await checkVersion()
  expect(screen.queryByText(FACT)).toBeNull()
  expect(posted).toEqual(['activate'])
})

test('a new version says so, and reloads on request only', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  serve('new')
  render(<NewVersionBar />)
  await checkVersion()
  expect(await screen.findByText(FACT)).toBeVisible()
  expect(screen.getByRole('status', { name: '' })).toHaveTextContent(FACT)
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

test('a worker that waits takes over before the page is reloaded', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  reload.mockClear()
  registration = { waiting }
  render(<NewVersionBar />)
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(posted).toEqual(['activate']))
  expect(reload).not.toHaveBeenCalled()
  workers.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledTimes(1)
})
