import type { Address, Email } from 'postal-mime'
import { type Html, html } from '#sandbox/html.ts'
import { renderPage, simpleStyles } from '#sandbox/shell.ts'
import type { FiledMail } from './mails.ts'

export interface Frame {
  /** The path of the pages. */
  base: string
  warning: string | undefined
}

const page = (title: string, { base, warning }: Frame, main: Html): string =>
  renderPage({
    title,
    icon: '/favicon.svg',
    stylesheet: `${base}/style.css`,
    note: 'Emails stay on this machine and are not delivered to anyone.',
    warning,
    main,
  })

export function listPage(mails: FiledMail[], frame: Frame): string {
  const list = mails.length
    ? html`<ol>${mails.map((mail) => listItem(mail, frame))}</ol>`
    : html`<p class="empty">No emails yet. Emails that Daybook would send appear here.</p>`
  return page('Sandbox outbox', frame, html`<h1>Outbox</h1>\n<p class="hint">Newest first</p>\n${list}`)
}

const listItem = (
  { name, writtenAt, email }: FiledMail,
  { base }: Frame,
) => html`<li><a href="${base}/${name}">
<span class="subject">${email.subject || 'No subject'}</span>
<span class="soft">${people(email.to)}</span>
${time(writtenAt)}
</a></li>`

export function mailPage({ name, writtenAt, email }: FiledMail, frame: Frame): string {
  const { base } = frame
  const subject = email.subject || 'No subject'
  const headers: [string, string][] = [
    ['From', people(email.from ? [email.from] : [])],
    ['To', people(email.to)],
    ['Copies', people(email.cc)],
    ['Reply to', people(email.replyTo)],
    ['Attached', attachedTo(email)],
    ['Message', email.messageId ?? ''],
  ]
  const shown = headers.filter(([, value]) => value !== '')
  return page(
    subject,
    frame,
    html`<p><a href="${base}">Outbox</a></p>
<h1>${subject}</h1>
<dl>
${shown.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`)}
<div><dt>Written</dt><dd>${time(writtenAt)}</dd></div>
</dl>
<p><a href="${base}/${name}/raw">Download the message (.eml)</a></p>
<h2>As HTML</h2>
<iframe title="The mail as HTML" src="${base}/${name}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>
<h2>As plain text</h2>
<pre tabindex="0">${email.text}</pre>`,
  )
}

/** Without the pictures within it. */
const attachedTo = ({ attachments }: Email): string =>
  attachments
    .filter(({ contentId }) => contentId === undefined)
    .map(({ filename }) => filename ?? '')
    .join(', ')

export const notFoundPage = (frame: Frame): string =>
  page('Sandbox outbox', frame, html`<h1>No such mail</h1><p><a href="${frame.base}">Outbox</a></p>`)

const people = (addresses: Address[] | undefined): string =>
  (addresses ?? []).map(({ name, address }) => (name ? `${name} <${address}>` : (address ?? ''))).join(', ')

const time = (at: Date) =>
  html`<time class="soft" datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`

export const stylesheet = `${simpleStyles}
main { max-width: 760px; margin: 0 auto; padding: 40px 16px 64px; }
h1 { margin: 0; font: 400 28px/1.3 Georgia, 'Times New Roman', serif; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 15px; }
.hint, .empty, .soft { color: var(--soft); }
.hint { margin: 4px 0 24px; }
.empty { padding: 48px 24px; text-align: center; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
ol { margin: 0; padding: 0; list-style: none; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 14px 20px; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
li a:hover .subject { text-decoration: underline; }
.subject { grid-column: 1 / -1; font-weight: 600; }
time { font-variant-numeric: tabular-nums; white-space: nowrap; }
dl { margin: 16px 0; padding: 16px 20px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
dl div { display: grid; grid-template-columns: 96px 1fr; gap: 12px; padding: 2px 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 640px; background: #fff; border: 1px solid var(--line); border-radius: 8px; }
pre { margin: 0; padding: 20px; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.6 ui-monospace, monospace; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
main > p > a { display: inline-block; padding: 6px 0; }
@media (max-width: 480px) { main { padding: 24px 16px 48px; } li a { grid-template-columns: 1fr; } dl div { grid-template-columns: 1fr; gap: 0; padding: 4px 0; } }
`
