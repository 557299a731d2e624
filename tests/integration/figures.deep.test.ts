import { test } from 'vitest'
import { compareHistories } from '#tests/figures/compare.ts'

test(
  'two hundred random histories agree with an independent model in every figure that is stated',
  {
    timeout: 900_000,
  },
  () => compareHistories(200),
)
