import { mailFromDaybook } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mail.ts'
import { CODE_MINUTES, linkPath } from './rules.ts'

interface Reader {
  email: string
  publicUrl: URL
}

export function codeMail(code: string, { email, publicUrl }: Reader): Mail {
  return mailFromDaybook({
    to: email,
    subject: `${code} is your code for Daybook`,
    heading: 'Your code to sign in',
    amount: { text: `${code.slice(0, 3)} ${code.slice(3)}`, note: `Valid for ${CODE_MINUTES} minutes, once` },
    paragraphs: [
      'Enter this code in the browser in which you asked for it. Or open the link below in that same browser.',
    ],
    button: { label: 'Sign in to Daybook', url: new URL(linkPath(code), publicUrl) },
    footer: `Someone asked to sign in to Daybook at ${publicUrl.host} with this address. If it was not you, ignore this email: without it nobody can sign in.`,
  })
}

export function signUpClosedMail({ email, publicUrl }: Reader): Mail {
  return mailFromDaybook({
    to: email,
    subject: 'There is no Daybook account with this address',
    paragraphs: [
      `Someone asked to sign in to Daybook at ${publicUrl.host} with this address, but it has no account there, and new accounts cannot be created.`,
      'If you have an account with another address, sign in with that one. Otherwise ask the person who runs this Daybook.',
    ],
    footer: 'If it was not you who asked, you need to do nothing.',
  })
}
