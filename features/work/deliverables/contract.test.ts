import { expect, test } from 'vitest'
import { DeliverableInput } from './contract.ts'

const isAccepted = (link_url: string): boolean =>
  DeliverableInput.safeParse({ title: 'Brand', link_url }).success

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://x/y',
  '//evil.example',
])('the link %j is refused, since it would run or lead elsewhere', (link) => {
  expect(isAccepted(link)).toBe(false)
})

test('a link to a page of the web is accepted', () => {
  expect(isAccepted('https://files.example/brand.pdf')).toBe(true)
})
