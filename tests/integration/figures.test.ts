import { test } from 'vitest'
import { compareHistories } from '#tests/figures/compare.ts'

test('random histories agree with an independent model in every figure that is stated', () =>
  compareHistories(10))
