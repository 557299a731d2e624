import { expect, test } from 'vitest'
import { registerToastDisplay, type ToastMessage, toast } from './toast.ts'

test('toasts last 5 seconds, errors 7, with an action or without', () => {
  const shown: ToastMessage[] = []
  const unregister = registerToastDisplay({ show: (message) => shown.push(message), close: () => {} })
  const action = { label: 'Undo', run: () => {} }
  toast.success('Saved')
  toast.success('Deleted', undefined, action)
  toast.warning('Almost full')
  toast.info('Your export has started')
  toast.error('Failed')
  toast.error('Failed', undefined, action)
  unregister()
  expect(shown.map(({ milliseconds }) => milliseconds)).toEqual([5000, 5000, 5000, 5000, 7000, 7000])
})
