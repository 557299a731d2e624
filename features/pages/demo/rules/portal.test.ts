import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CommentInput } from '#features/work/comments/contract.ts'
import { DeliverableInput, DeliverableStatus } from '#features/work/deliverables/contract.ts'
import { MilestoneInput, MilestoneStatus } from '#features/work/milestones/contract.ts'
import { at, demoBooks } from './books.ts'
import { PORTAL_CLIENT } from './clients.ts'
import { demoPortal } from './portal.ts'

const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

function portalOn(today: string, seed?: number) {
  const now = new Date(`${today}T15:00:00Z`)
  const books = demoBooks(today, now, 'USD', seed)
  return { books, portal: demoPortal(books, today, now, 'Ada'), now: now.toISOString() }
}

describe('what the clients of a demo see', () => {
  test('is the same for the same books', () => {
    expect(portalOn('2026-11-15')).toEqual(portalOn('2026-11-15'))
  })

  test('has every status, on any day', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(), (today, seed) => {
        const { milestones, deliverables, comments, approvals } = portalOn(today, seed).portal
        expect(new Set(milestones.map(({ status }) => status))).toEqual(new Set(MilestoneStatus.options))
        expect(new Set(deliverables.map(({ status }) => status))).toEqual(new Set(DeliverableStatus.options))
        expect(comments.filter(({ is_internal }) => is_internal).length).toBe(1)
        expect(new Set(comments.map(({ author_type }) => author_type)).size).toBe(2)
        expect(new Set(approvals.map(({ approval_status }) => approval_status))).toEqual(
          new Set([null, 'pending', 'approved', 'rejected']),
        )
      }),
      { numRuns: 30 },
    )
  })

  test('lies in the past and obeys the rules of the portal', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(), (today, seed) => {
        const { books, portal, now } = portalOn(today, seed)
        for (const row of portal.milestones) expect(MilestoneInput.safeParse(row).error).toBeUndefined()
        for (const row of portal.deliverables) expect(DeliverableInput.safeParse(row).error).toBeUndefined()
        for (const row of portal.comments) expect(CommentInput.safeParse(row).error).toBeUndefined()
        for (const { created_at } of [...portal.comments, ...portal.deliverables, ...portal.activities]) {
          expect(created_at <= now).toBe(true)
        }
        for (const { deliverable, client, submitted_at } of portal.versions) {
          const { project, created_at } = at(portal.deliverables, deliverable)
          const { client: owner, start_date, end_date } = at(books.projects, project)
          expect(client).toBe(owner)
          expect(created_at < submitted_at && created_at.slice(0, 10) >= start_date).toBe(true)
          expect(submitted_at.slice(0, 10) <= (end_date ?? today)).toBe(true)
        }
        for (const { on, decided_at } of portal.decisions) {
          expect(decided_at <= now).toBe(true)
          if ('version' in on) {
            const { client, submitted_at } = at(portal.versions, on.version)
            expect(client).toBe(PORTAL_CLIENT)
            expect(submitted_at < decided_at).toBe(true)
          } else {
            const { client, issue_date } = at(books.invoices, on.invoice)
            expect(client).toBe(PORTAL_CLIENT)
            expect(issue_date <= decided_at.slice(0, 10)).toBe(true)
          }
        }
        for (const [place, { deliverable, version }] of portal.versions.entries()) {
          const isLast = version === at(portal.deliverables, deliverable).version
          const verdict = portal.decisions.find(({ on }) => 'version' in on && on.version === place)?.decision
          expect(isLast || verdict === 'rejected').toBe(true)
          if (isLast) expect(at(portal.deliverables, deliverable).status).toBe(verdict ?? 'submitted')
        }
      }),
      { numRuns: 20 },
    )
  })
})
