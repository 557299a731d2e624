import { dateIn } from '#core/calendar.ts'
import { formatLongDate } from '#core/format.ts'
import { mailFromDaybook } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { Notice } from './rules.ts'

interface Reader {
  email: string
  timeZone: string
  publicUrl: URL
}

interface NoticeText {
  subject: string
  paragraphs: string[]
  button: [label: string, path: string]
}

const NOTICES: Record<Notice['kind'], (plan: string, date: string) => NoticeText> = {
  trial_ending: (plan, date) => ({
    subject: `Your ${plan} trial ends on ${date}`,
    paragraphs: [
      `Your ${plan} trial ends on ${date}. Choose a plan to keep everything you use now.`,
      'If you do nothing, you move to the Free plan. Nothing is deleted, and nothing is charged.',
    ],
    button: ['Choose a plan', '/pricing'],
  }),
  payment_failed: (plan) => ({
    subject: 'Your payment for Daybook failed',
    paragraphs: [
      `We could not charge your card for ${plan}. We will try again over the next few days, and you keep your plan until then.`,
      'Please update your card so that the next attempt goes through.',
    ],
    button: ['Update your card', '/subscription/manage'],
  }),
  canceled: (plan, date) => ({
    subject: `Your ${plan} plan was canceled`,
    paragraphs: [
      `Your ${plan} plan was canceled and ends on ${date}. After that you will be on the Free plan, and you will not be charged again.`,
      'Your data stays where it is. You can subscribe again whenever you like.',
    ],
    button: ['See your subscription', '/subscription/manage'],
  }),
}

export function noticeMail(notice: Notice, plan: string, { email, timeZone, publicUrl }: Reader): Mail {
  const date = formatLongDate(dateIn(timeZone, notice.about))
  const { subject, paragraphs, button } = NOTICES[notice.kind](plan, date)
  return mailFromDaybook({
    to: email,
    subject,
    paragraphs,
    button: { label: button[0], url: new URL(button[1], publicUrl) },
    footer: 'You are receiving this email because it concerns your Daybook subscription.',
  })
}
