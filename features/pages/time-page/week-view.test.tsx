import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { answer } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'

const WEBSITE = { id: 7, name: 'Website', client_name: null, status: 'active' as const }

test('Page Down and Page Up keep the cell, also in a week without time', async () => {
  answer(timeEntriesApi.week, ({ query: { date } }) => {
    const from = date ?? '2026-11-16'
    const projects = from === '2026-11-16' ? [WEBSITE] : []
    return { from, to: addDays(from, 6), projects, entries: [], last_week: [] }
  })
  const ada = visit('/time-tracking?view=week&week=2026-11-16')
  const cell = await screen.findByRole('textbox', { name: 'Website, Tuesday, November 17' })
  await ada.click(cell)
  await ada.keyboard('{PageDown}')
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Website, Tuesday, November 24' })).toHaveFocus(),
  )
  await ada.keyboard('{PageUp}')
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Website, Tuesday, November 17' })).toHaveFocus(),
  )
})
