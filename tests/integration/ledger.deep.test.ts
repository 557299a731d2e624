import { test } from 'vitest'
import { compareHistories } from '#tests/ledger-histories.ts'

test('two hundred random histories of the ledger agree with an independent model', () =>
  compareHistories(200))
