import type { Checklist } from './contract.ts'

export interface Step {
  title: string
  text: string
  /** Opens its form. */
  path: string
  isDone: boolean
}

/** In the order in which they are best taken. */
export const stepsOf = ({ business, client, rate, invoice }: Checklist): Step[] => [
  {
    title: 'Your business',
    text: 'Name and address for your invoices.',
    path: '/account?tab=business#business-name',
    isDone: business,
  },
  {
    title: 'First client',
    text: 'Who you work for.',
    path: '/clients?new',
    isDone: client,
  },
  {
    title: 'Hourly rate',
    text: 'What an hour of your time costs.',
    path: '/account?tab=business#business-hourly_rate',
    isDone: rate,
  },
  {
    title: 'First invoice',
    text: 'Ask for your first payment.',
    path: '/invoices?new',
    isDone: invoice,
  },
]

export const isShown = (checklist: Checklist): boolean =>
  !checklist.is_dismissed && stepsOf(checklist).some(({ isDone }) => !isDone)
