import { expect, test } from 'vitest'
import { inTransaction } from '#server/context.ts'
import { signIn } from '#tests/app.ts'
import { systemContext } from '#tests/jobs.ts'
import { continueAfter, lockNumbers, takeNumber, takeNumbers } from './actions.ts'

const newAccount = async () => systemContext((await signIn('Ada')).email)
const LAST = 20
const SERIES = { prefix: 'INV-', year: 0 }

test('concurrent first numbers are unique', async () => {
  const ctx = await newAccount()
  const taken = await Promise.all(
    Array.from({ length: LAST }, () => inTransaction(ctx, (tx) => takeNumber(tx, 'invoice', SERIES))),
  )
  expect(taken.toSorted((one, other) => one - other)).toEqual(Array.from({ length: LAST }, (_, n) => n + 1))
})

test('a number that was rolled back is assigned to the next caller', async () => {
  const ctx = await newAccount()
  const taken = Promise.withResolvers<number>()
  const undo = Promise.withResolvers<never>()
  const first = inTransaction(ctx, async (tx) => {
    taken.resolve(await takeNumber(tx, 'invoice', SERIES))
    return undo.promise
  })
  expect(await taken.promise).toBe(1)
  const second = inTransaction(ctx, (tx) => takeNumber(tx, 'invoice', SERIES))
  undo.reject(new Error('planned'))
  await expect(first).rejects.toThrow('planned')
  expect(await second).toBe(1)
})

test('several numbers are taken in a row', async () => {
  const ctx = await newAccount()
  expect(await takeNumbers(ctx, 'invoice', SERIES, 3)).toBe(1)
  expect(await takeNumber(ctx, 'invoice', SERIES)).toBe(4)
})

test('continues after the number it was reset to', async () => {
  const ctx = await newAccount()
  await takeNumbers(ctx, 'invoice', SERIES, 9)
  await inTransaction(ctx, async (tx) => {
    await lockNumbers(tx, 'invoice', SERIES)
    await continueAfter(tx, 'invoice', SERIES, 2)
  })
  expect(await takeNumber(ctx, 'invoice', SERIES)).toBe(3)
})
