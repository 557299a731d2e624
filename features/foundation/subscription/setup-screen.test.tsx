import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { answer, refusal } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'
import { stripeApi } from './contract.ts'

test('products that cannot be created are told in the words of the server, or in our own', async () => {
  answer(stripeApi.setupCheck, { keys_configured: true, may_create: true })
  const ada = visit('/stripe-setup')
  for (const [error, words] of [
    ['The shop is shut.', 'The shop is shut.'],
    ['', 'Failed to create Stripe products'],
  ] as const) {
    answer(stripeApi.createProducts, refusal(503, { error }))
    await ada.press('Create Products and Prices')
    await screen.findByText(words)
  }
})
