import { mailFromDaybook } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mail.ts'

interface Reader {
  email: string
  name: string
  publicUrl: URL
}

export const deletionRequestedMail = ({ email, name, publicUrl }: Reader, date: string): Mail =>
  mailFromDaybook({
    to: email,
    subject: `Your Daybook account will be deleted on ${date}`,
    paragraphs: [
      `You asked us to delete the Daybook account of ${name}. On ${date} everything in it will be permanently deleted.`,
      'If you have a paid plan, it ends now and you will not be charged again. Your client portal links no longer work.',
      'If you change your mind, or if this was not you, sign in before then and choose “Keep my account”.',
    ],
    button: { label: 'Keep my account', url: new URL('/dashboard', publicUrl) },
    footer: 'You are receiving this email because someone signed in to your account asked to delete it.',
  })

export const accountDeletedMail = ({ email, name }: Reader): Mail =>
  mailFromDaybook({
    to: email,
    subject: 'Your Daybook account was deleted',
    paragraphs: [
      `The Daybook account of ${name} and everything in it was deleted, as you asked.`,
      'This is the last email about it. You can sign in again at any time and start with an empty account on the Free plan.',
      'So that a trial is given once, we keep a code that only this sign-in leads to. It does not name you.',
    ],
    footer: 'You are receiving this email because you asked to delete your account.',
  })
