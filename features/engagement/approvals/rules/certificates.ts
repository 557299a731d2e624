import { dateIn } from '#core/calendar.ts'
import { formatBytes, formatExactInstant, formatLongDate, formatMoney } from '#core/format.ts'
import { invoiceName, UNNUMBERED } from '#features/foundation/business/rules.ts'
import type { Certificate } from '../contract/certificates.ts'
import type { Verdict } from '../contract/decisions.ts'
import { verdictLabel } from './decisions.ts'

interface Fact {
  label: string
  value: string
}

/** Every text of a certificate, as the page and the PDF show it. */
export interface CertificateText {
  title: string
  /** "Jonas Pine approved version 3 of “Checkout flow”." */
  statement: string
  /** The subject of the decision. */
  subject: Fact[]
  description: string
  /** The person, time and link of the decision. */
  decision: Fact[]
  feedback: string
  /** Requests on single lines of an invoice. */
  requests: Fact[]
  sha256: string | null
  /** The facts that can be checked. */
  proof: string
}

const titles: Record<Verdict, string> = {
  approved: 'Certificate of approval',
  rejected: 'Certificate of requested changes',
}

export function certificateText(certificate: Certificate): CertificateText {
  const { decision, client_name, deliverable, feedback, requested_lines, file } = certificate
  const verb = decision === 'approved' ? 'approved' : 'requested changes to'
  return {
    title: titles[decision],
    statement: `${client_name} ${verb} ${subjectName(certificate)}.`,
    subject: subjectFacts(certificate),
    description: deliverable?.description ?? '',
    decision: decisionFacts(certificate),
    feedback,
    requests: requested_lines.map(({ description, note }) => ({ label: description, value: note })),
    sha256: file?.sha256 ?? null,
    proof: proofOf(certificate),
  }
}

/** "version 3 of “Checkout flow”" */
const subjectName = ({ deliverable, invoice }: Pick<Certificate, 'deliverable' | 'invoice'>): string =>
  deliverable
    ? `version ${deliverable.version} of “${deliverable.title}”`
    : invoiceName(invoice?.invoice_number ?? UNNUMBERED)

function subjectFacts({ deliverable, invoice, file, locale }: Certificate): Fact[] {
  return [
    ...(deliverable
      ? [
          { label: 'Deliverable', value: deliverable.title },
          { label: 'Version', value: String(deliverable.version) },
        ]
      : []),
    ...factOf('Project', deliverable?.project_name),
    ...factOf('Link', deliverable?.link_url),
    ...(invoice
      ? [
          ...factOf('Invoice', invoice.invoice_number === UNNUMBERED ? 'Proposal' : invoice.invoice_number),
          { label: 'Total', value: formatMoney(invoice.total, invoice.currency, locale) },
        ]
      : []),
    ...factOf('File', file && `${file.name}, ${formatBytes(file.size)}`),
  ]
}

function decisionFacts(certificate: Certificate): Fact[] {
  const { decision, client_name, on_behalf_of, business_name, decided_at, link, time_zone } = certificate
  const created = link.created_at && formatLongDate(dateIn(time_zone, link.created_at))
  return [
    { label: 'Decision', value: verdictLabel[decision] },
    { label: 'Decided by', value: on_behalf_of ? `${client_name} for ${on_behalf_of}` : client_name },
    { label: 'Work of', value: business_name },
    { label: 'Decided on', value: formatExactInstant(decided_at, time_zone) },
    { label: 'By portal link', value: `No. ${link.id}${created ? `, created on ${created}` : ''}` },
  ]
}

const factOf = (label: string, value: string | null | undefined): Fact[] => (value ? [{ label, value }] : [])

function proofOf({ file, is_file_pending, deliverable }: Certificate): string {
  if (is_file_pending) return 'The document is being prepared. In a moment you can check it here.'
  if (file) {
    return 'This certificate belongs to one file only. Any other file, however similar, has another SHA-256.'
  }
  return deliverable?.link_url
    ? 'A link was submitted, not a file. This certificate does not say what was found at that address.'
    : 'No file was kept with this decision.'
}
