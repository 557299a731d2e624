import { previewPath } from '#features/engagement/portal-access/rules.ts'
import { billPath } from '#features/work/billing-status/rules.ts'
import { type Tour, TourStep } from './contract.ts'

export interface Stop {
  title: string
  text: string
  /** The address that shows it. */
  path: string
  /** The `data-tour` of what is shown there. */
  mark: string
}

export const stepAfter = (step: TourStep): TourStep | undefined => TourStep.options[placeOf(step) + 1]
export const stepBefore = (step: TourStep): TourStep | undefined => TourStep.options[placeOf(step) - 1]

/** Counted from 0. */
export const placeOf = (step: TourStep): number => TourStep.options.indexOf(step)

/** The stop of a step of the tour. Without a record to show, it is the list. */
export function stopAt(step: TourStep, tour: Tour): Stop {
  switch (step) {
    case 'timer':
      return {
        title: 'Start the clock',
        text: 'Press play, on any screen. When you stop, the time is logged on its project at its rate, ready to be billed.',
        path: '/dashboard',
        mark: 'timer',
      }
    case 'approve':
      return {
        title: 'Your client approves',
        text: 'This is what your client sees: one link, no account. An approval is final and on record, and makes the fee billable at once.',
        path:
          tour.client_id === null || tour.project_id === null
            ? '/projects'
            : `${previewPath(tour.client_id, tour.project_id)}?tab=deliverables`,
        mark: `deliverable-${tour.deliverable_id}`,
      }
    case 'bill':
      return {
        title: 'Bill what is unbilled',
        text: 'Hours, expenses and approved fees are ticked already. Untick what should wait, and look at the invoice as your client will see it.',
        path: billPath(tour.client_id === null ? {} : { client: tour.client_id }),
        mark: 'bill',
      }
    case 'send':
      return {
        title: 'Send it',
        text: 'Open a draft and press Send. Your client gets an email with the PDF and a link to approve and pay the invoice.',
        path: '/invoices?status=draft',
        mark: `invoice-${tour.draft_id}`,
      }
    case 'pay':
      return {
        title: 'Get paid',
        text: 'Your client again: the invoice is paid from the same link, by card or by transfer. It is recorded, and the receipt is there.',
        path:
          tour.client_id === null || tour.paid_id === null
            ? '/invoices?status=paid'
            : `${previewPath(tour.client_id)}/invoices/${tour.paid_id}`,
        mark: 'payments',
      }
    case 'money':
      return {
        title: 'See where the money is',
        text: 'From work that is not billed yet to invoices that are overdue: each figure opens the list that adds up to it.',
        path: '/dashboard',
        mark: 'money',
      }
    case 'yours':
      return {
        title: 'Over to you',
        text: 'Try anything, nothing leaves the demo. When you have seen enough, leave it here and begin with your own work.',
        path: '/dashboard',
        mark: 'demo',
      }
  }
}
