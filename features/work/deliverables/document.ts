import { dateIn } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { formatLongDate, formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { truncateName } from '#core/text.ts'
import type { FileInfo } from '#core/uploaded-file.ts'
import { certificatePath } from '#features/engagement/approvals/rules/decisions.ts'

interface Approved {
  title: string
  version: number
  file: FileInfo | null
  fee: MinorUnits | null
  certificate: string
  project: { id: number; name: string; currency: Currency }
}

interface Circumstances {
  now: Date
  timeZone: string
  locale: string
}

/** The mail that confirms an approval to the client. `portal` is the path of their link. */
export function approvalReceipt(
  { now, timeZone, locale }: Circumstances,
  { title, version, file, fee, certificate, project }: Approved,
  portal: string,
) {
  const day = formatLongDate(dateIn(timeZone, now))
  return {
    subject: `You approved ${truncateName(title)}`,
    heading: 'Your approval',
    paragraphs: [
      `You approved “${title}” (version ${version}) for ${project.name} on ${day}. Keep this email as your receipt.`,
      ...(fee === null ? [] : [`Fee: ${formatMoney(fee, project.currency, locale)}`]),
      ...(file ? [`SHA-256 of the file: ${file.sha256}`] : []),
    ],
    button: { label: 'Open the project', path: `${portal}/projects/${project.id}?tab=deliverables` },
    link: { label: 'Certificate', path: certificatePath(certificate) },
  }
}
