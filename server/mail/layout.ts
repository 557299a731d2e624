import type { Mail } from '#server/mail/mail.ts'

interface LabelledUrl {
  label: string
  url: URL
}

export interface LayoutInput {
  /** Shown by an inbox next to the subject. */
  preheader: string
  heading: string
  /** Plain text each, or a place to go to. */
  paragraphs: (string | LabelledUrl)[]
  button?: LabelledUrl | undefined
  /** A second place to go to, below the button. */
  link?: LabelledUrl | undefined
  /** Says at the end why the recipient gets this email. */
  footer: string
  /** Ends these emails, if Daybook sends them by itself. */
  unsubscribeUrl?: URL | undefined
  /** The sender's name, at the top. */
  businessName: string
  /** True if the mail brings the sender's logo, to stand above the name. */
  hasLogo?: boolean
  /** The amount or code that the mail is about, in large type, and until when. */
  amount?: { text: string; note: string } | undefined
}

interface OwnMail
  extends Pick<Mail, 'to' | 'subject'>,
    Pick<LayoutInput, 'button' | 'footer' | 'amount'>,
    Partial<Pick<LayoutInput, 'heading'>> {
  paragraphs: string[]
}

/** A mail from Daybook itself, headed by its subject unless it has a heading. */
export function mailFromDaybook({ to, subject, ...content }: OwnMail): Mail {
  const [preheader = subject] = content.paragraphs
  return { to, subject, ...mailLayout({ preheader, heading: subject, businessName: 'Daybook', ...content }) }
}

/** The layout of all mails, as plain text and as HTML that old and dark clients display correctly. */
export function mailLayout(parts: LayoutInput): { text: string; html: string } {
  return { text: asText(parts), html: asHtml(parts) }
}

function asText({
  heading,
  paragraphs,
  button,
  link,
  footer,
  unsubscribeUrl,
  businessName,
  amount,
}: LayoutInput): string {
  const end = unsubscribeUrl ? `${footer}\n\nUnsubscribe from these emails:\n${unsubscribeUrl.href}` : footer
  const parts = [...paragraphs, button, link].flatMap((part) =>
    typeof part === 'object' ? `${part.label}:\n${part.url.href}` : (part ?? []),
  )
  const sum = amount ? [[amount.text, amount.note].filter(Boolean).join('\n')] : []
  return `${[businessName, heading, ...sum, ...parts, `-- \n${end}`].join('\n\n')}\n`
}

const SERIF = "Georgia,'Times New Roman',serif"
const SANS = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

// Mail clients ignore style sheets and new CSS, so the layout uses tables and attributes. <style> only adapts the colours
// to a dark mode, where a client supports it.
function asHtml({
  preheader,
  heading,
  paragraphs,
  button,
  link,
  footer,
  unsubscribeUrl,
  businessName,
  hasLogo = false,
  amount,
}: LayoutInput): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(heading)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .paper { background: #171613 !important }
  .card { background: #1f1d1a !important; border-color: #37342e !important }
  .ink { color: #f1ede5 !important }
  .soft { color: #aaa397 !important }
  .button { background: #7fc7a0 !important }
  .button a { color: #10231a !important }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#faf8f4">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escaped(preheader)}${PADDING}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#faf8f4" style="background:#faf8f4">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 8px 16px;font:600 15px/1.4 ${SERIF};color:#1c1a17">${hasLogo ? LOGO : ''}${escaped(businessName)}</td></tr>
<tr><td class="card" bgcolor="#ffffff" style="padding:32px;background:#ffffff;border:1px solid #e2ddd3;border-radius:8px">
<h1 class="ink" style="margin:0 0 16px;font:400 24px/1.3 ${SERIF};color:#1c1a17">${escaped(heading)}</h1>${amount ? `\n${amountLines(amount)}` : ''}
${paragraphs.map(paragraph).join('\n')}${button ? `\n${buttonRow(button)}` : ''}${link ? `\n${linkLine(link)}` : ''}
</td></tr>
<tr><td class="soft" style="padding:16px 8px 0;font:400 13px/1.5 ${SANS};color:#625c53">${lines(footer)}${unsubscribeUrl ? unsubscribeLink(unsubscribeUrl) : ''}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** By which the HTML refers to the logo that the message brings. */
export const LOGO_ID = 'logo'

// On white, since most logos are drawn for paper.
const LOGO = `<img src="cid:${LOGO_ID}" alt="" height="40" style="display:block;height:40px;width:auto;max-width:100%;object-fit:contain;margin:0 0 12px;padding:4px;background:#ffffff;border-radius:4px">`

/** For a logo that was removed since. */
export const withoutLogo = (html: string): string => html.replace(LOGO, '')

const amountLines = ({ text, note }: { text: string; note: string }) =>
  `<p class="ink" style="margin:0 0 16px;font:600 28px/1.25 ${SANS};color:#1c1a17">${escaped(text)}${note && `<br><span class="soft" style="font:400 14px/1.5 ${SANS};color:#625c53">${escaped(note)}</span>`}</p>`

/** Keeps the inbox from showing the mail's first words behind the preheader. */
const PADDING = '&#847;&zwnj;&nbsp;'.repeat(40)

const paragraph = (part: string | LabelledUrl) =>
  typeof part === 'string' ? textLines(part) : linkLine(part)

const textLines = (text: string) =>
  `<p class="ink" style="margin:0 0 16px;font:400 16px/1.55 ${SANS};color:#1c1a17;overflow-wrap:anywhere">${lines(text)}</p>`

function buttonRow({ label, url }: LabelledUrl): string {
  const href = escaped(url.href)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px">
<tr><td class="button" bgcolor="#1f5c3f" style="background:#1f5c3f;border-radius:8px"><a href="${href}" style="display:inline-block;padding:12px 24px;font:600 16px/1.25 ${SANS};color:#ffffff;text-decoration:none">${escaped(label)}</a></td></tr>
</table>
<p class="soft" style="margin:0;font:400 13px/1.5 ${SANS};color:#625c53;overflow-wrap:anywhere;word-break:break-word">Or open <a class="soft" href="${href}" style="color:#625c53">${href}</a></p>`
}

const linkLine = ({ label, url }: LabelledUrl) =>
  `<p class="soft" style="margin:16px 0;font:400 13px/1.5 ${SANS};color:#625c53;overflow-wrap:anywhere;word-break:break-word">${escaped(label)}: <a class="soft" href="${escaped(url.href)}" style="color:#625c53">${escaped(url.href)}</a></p>`

const unsubscribeLink = (url: URL) =>
  `<br><a class="soft" href="${escaped(url.href)}" style="color:#625c53">Unsubscribe from these emails</a>`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
const lines = (text: string) => escaped(text).replaceAll('\n', '<br>')
