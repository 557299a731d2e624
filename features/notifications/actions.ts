import { shortened } from '#core/text.ts'
import { businessOf } from '#features/account/actions.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Unavailable } from '#server/errors.ts'
import { mailLayout } from '#server/mail/layout.ts'
import { MailAddress } from '#server/mail/mail.ts'
import { queueMail } from '#server/mail/queue.ts'

/** What is to be said; a path leads into the app. */
export interface Notice {
  subject: string
  heading: string
  paragraphs: string[]
  button: { label: string; path: string }
}

export interface Recipient {
  name: string
  email: string
}

/** Tells the freelancer what her client did. That it cannot be mailed holds up nobody: it is in her activity too. */
export async function mailFreelancer(ctx: Context, notice: Notice): Promise<void> {
  const { email } = await businessOf(ctx)
  if (!ctx.services.mail.enabled || !MailAddress.safeParse(email).success) return
  const { text, html } = mailLayout({
    ...partsOf(ctx, notice),
    businessName: 'Daybook',
    footer: 'You get this mail because your client used the portal link that you shared.',
  })
  await queueMail(ctx, { to: email, subject: oneLine(notice.subject), text, html })
}

/** Writes to a client in the freelancer's name. Ask `requireMailable` first. */
export async function mailClient(ctx: Context, client: Recipient, notice: Notice): Promise<void> {
  const business = await businessOf(ctx)
  const fromName = oneLine(business.name)
  const { text, html } = mailLayout({
    ...partsOf(ctx, notice),
    businessName: business.name,
    footer: `${business.name} sent you this through Daybook. The link opens your portal without a password, so keep it to yourself.`,
  })
  await queueMail(ctx, {
    to: client.email,
    subject: oneLine(notice.subject),
    text,
    html,
    ...(fromName && { fromName }),
    ...(MailAddress.safeParse(business.email).success && { replyTo: business.email }),
  })
}

/** Says in words why nothing can be mailed, and what to do instead. */
export function requireMailable({ services }: Context, { name, email }: Recipient, instead: string): void {
  if (email === '') throw new Conflict(`${name} has no e-mail address. Add one, or ${instead}.`)
  if (!MailAddress.safeParse(email).success) {
    throw new Conflict(`Mail cannot be sent to “${email}”. Correct the address of ${name}, or ${instead}.`)
  }
  if (!services.mail.enabled) {
    throw new Unavailable(`Mail is not set up on this server. Set it up, or ${instead}.`)
  }
}

const partsOf = ({ services }: Context, { heading, paragraphs, button }: Notice) => ({
  preheader: paragraphs[0] ?? heading,
  heading,
  paragraphs,
  button: { label: button.label, url: new URL(button.path, services.publicUrl) },
})

const LONGEST_SUBJECT = 200

/** Names come from people; a header is one line. */
const oneLine = (text: string): string =>
  shortened(text.replace(/[\p{Control}\s]+/gu, ' ').trim(), LONGEST_SUBJECT)
