import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { answer, callsOf, noConnection, refusal } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'

const FAILED = 'Error: Failed to create checkout session'
const NO_ADDRESS = 'Failed to create checkout session. Please try again.'

/** Answers that no contract allows, too. */
const FAILURES: [what: string, reply: () => Response, words: string][] = [
  ['a refusal with a reason', refusal(503, { error: 'The shop is shut.' }), 'Error: The shop is shut.'],
  ['a refusal without one', refusal(503, { error: '' }), FAILED],
  ['a refusal that is empty', refusal(502), FAILED],
  ['a refusal of a proxy', () => Response.json({ message: 'Bad gateway' }, { status: 502 }), FAILED],
  ['a refusal of null', refusal(502, null), FAILED],
  ['no address', () => Response.json({ url: null }), NO_ADDRESS],
  ['nothing', () => Response.json({}), NO_ADDRESS],
  ['an address that is a number', () => Response.json({ url: 7 }), NO_ADDRESS],
  ['null', () => Response.json(null), NO_ADDRESS],
  ['no connection', noConnection, 'Network error. Please check your connection and try again.'],
]

test('a checkout that fails says why', async () => {
  answer(subscriptionApi.current, { subscription: { status: 'trial' }, plan: { id: 'professional' } })
  answer(subscriptionApi.plans, [{ id: 'professional', name: 'Professional', features: '[]' }])
  const ada = visit('/pricing')
  for (const [what, reply, words] of FAILURES) {
    answer(subscriptionApi.checkout, reply)
    await ada.press('Upgrade to Professional')
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(await dialog.findByText(words), what).toBeVisible()
    await ada.click(dialog.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  expect(callsOf(subscriptionApi.checkout)).toHaveLength(FAILURES.length)
})
