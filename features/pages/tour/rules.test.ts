import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import { pagePaths } from '#web/routes.ts'
import { type Tour, TourStep } from './contract.ts'
import { placeOf, stepAfter, stepBefore, stopAt } from './rules.ts'

const NEW: Tour = {
  status: 'offered',
  step: 'timer',
  project_id: null,
  client_id: null,
  deliverable_id: null,
  draft_id: null,
  paid_id: null,
}
const FULL: Tour = { ...NEW, project_id: 1, client_id: 2, deliverable_id: 3, draft_id: 4, paid_id: 5 }

test('the steps lead from one to the next and back', () => {
  const steps = TourStep.options
  expect(steps.map((step) => placeOf(step))).toEqual(steps.map((_, place) => place))
  expect(steps.map(stepAfter)).toEqual([...steps.slice(1), undefined])
  expect(steps.map(stepBefore)).toEqual([undefined, ...steps.slice(0, -1)])
})

test('every step is on a screen of the app, whatever there is to show', () => {
  for (const tour of [NEW, FULL])
    for (const step of TourStep.options) {
      const { pathname } = new URL(stopAt(step, tour).path, 'http://localhost')
      expect(
        pagePaths.some((pattern) => matchPath(pattern, pathname)),
        pathname,
      ).toBe(true)
    }
})

test('a step shows the record that it is about', () => {
  expect(stopAt('approve', FULL)).toMatchObject({
    path: '/client-portal/preview.2/projects/1?tab=deliverables',
    mark: 'deliverable-3',
  })
  expect(stopAt('bill', FULL).path).toBe('/bill?client=2')
  expect(stopAt('send', FULL).mark).toBe('invoice-4')
  expect(stopAt('pay', FULL).path).toBe('/client-portal/preview.2/invoices/5')
})
