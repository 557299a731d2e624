import '@testing-library/jest-dom/vitest'
import { format } from 'node:util'
import { cleanup, configure } from '@testing-library/react'
import { beforeEach, expect, vi } from 'vitest'
import { replaceNetwork } from './answers.ts'

configure({
  // A busy machine may take long; what never comes fails all the same.
  asyncUtilTimeout: 60_000,
  // The text of a whole screen says more than its elements.
  getElementError: (message, container) => new Error([message, container.textContent].join('\n\n')),
})

beforeEach(() => {
  const faults = replaceNetwork()
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  return () => {
    cleanup()
    // A test may have gone offline.
    dispatchEvent(new Event('online'))
    localStorage.clear()
    sessionStorage.clear()
    const complaints = log.mock.calls.flatMap(complaintIn)
    log.mockRestore()
    expect({ faults, complaints }).toEqual({ faults: [], complaints: [] })
  }
})

const KNOWN = [
  // The light DOM does not know it.
  'The tag <search> is unrecognized',
  // React Hook Form does so where a field is registered late.
  'Cannot update a component (`Controller`) while rendering',
]

/** React's complaints, other than the failures that the app logs. */
function complaintIn(said: unknown[]): string[] {
  const text = typeof said[0] === 'string' ? format(...said) : ''
  return text === '' || KNOWN.some((known) => text.startsWith(known)) ? [] : [text]
}
