import { resolveObjectURL } from 'node:buffer'
import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from './save-file.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a download can still be read after the click, and is let go of later', async () => {
  vi.useFakeTimers()
  const link = { href: '', download: '', click: vi.fn() }
  vi.stubGlobal('document', { createElement: () => link })
  saveFile(new Blob(['content']), 'Invoice.pdf')
  expect(link).toMatchObject({ href: expect.stringMatching(/^blob:/), download: 'Invoice.pdf' })
  expect(link.click).toHaveBeenCalledOnce()
  expect(await resolveObjectURL(link.href)?.text()).toBe('content')
  vi.runAllTimers()
  expect(resolveObjectURL(link.href)).toBeUndefined()
})
