import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { paperOf } from '#core/paper.ts'
import type { FileInfo } from '#core/uploaded-file.ts'
import { type Context, clientOf, type PublicContext } from '#server/context.ts'
import { parseKey } from '#server/crypto/tokens.ts'
import { InvalidLink, NotFound, Unavailable } from '#server/errors.ts'
import type { Download } from '#server/http/download.ts'
import { storedDownload } from '#server/http/stored-download.ts'
import { drawQrCode } from '#server/pdf/qr-code.ts'
import { renderPdf } from '#server/pdf/render.ts'
import type { Certificate } from '../contract/certificates.ts'
import { certificateText } from '../rules/certificates.ts'
import { certificatePath } from '../rules/decisions.ts'
import * as store from '../store/certificates.ts'

export async function getCertificate(ctx: PublicContext, code: string): Promise<Certificate> {
  return toCertificate((await findDecision(ctx, code)) ?? invalidCode())
}

export async function certificateAsPdf(ctx: PublicContext, code: string): Promise<Download> {
  const decision = (await findDecision(ctx, code)) ?? invalidCode()
  if (decision.is_file_pending) throw beingPrepared()
  const certificate = toCertificate(decision)
  const url = new URL(certificatePath(certificate.code), ctx.services.publicUrl).href
  const data = {
    ...certificateText(certificate),
    business_name: certificate.business_name,
    paper: paperOf(decision.country ?? ''),
    url,
    qr_code: await drawQrCode(url),
  }
  const owner = { accountId: decision.account_id, now: ctx.now, signal: ctx.signal }
  const subject = certificate.deliverable?.title ?? certificate.invoice?.invoice_number ?? ''
  return {
    name: `Certificate ${subject}.pdf`,
    content: await renderPdf(owner, new URL('../certificate.typ', import.meta.url), data),
  }
}

/** For the freelancer, and for the client who decided. */
export async function openDecidedFile(ctx: Context, code: string): Promise<Download> {
  const decision = await findDecision(ctx, code)
  const clientId = clientOf(ctx)
  const isTheirs =
    decision?.account_id === ctx.accountId && (clientId === null || decision.client_id === clientId)
  if (isTheirs && decision.is_file_pending) throw beingPrepared()
  const file = decision && isTheirs ? fileOf(decision) : null
  if (!file) throw new NotFound('File not found')
  return storedDownload(ctx, file)
}

type StoredDecision = NonNullable<Awaited<ReturnType<typeof store.findByCode>>>

/** Whatever is wrong with a code, the same work is done, as with a portal link. */
async function findDecision({ db }: PublicContext, code: string): Promise<StoredDecision | undefined> {
  const { account, token } = parseKey(code) ?? NO_DECISION
  const found = await store.findByCode(db, account, token)
  return found && timingSafeEqual(Buffer.from(found.code), Buffer.from(token)) ? found : undefined
}

const NO_DECISION = { account: 0, token: '' }

const DeliverableContent = z.object({
  title: z.string(),
  version: z.int(),
  description: z.string(),
  link_url: z.string().nullable(),
  project_name: z.string().nullable().default(null),
})

const InvoiceContent = z.object({
  invoice_number: z.string(),
  total: z.int(),
  currency: z.string().optional(),
})

const RequestedLines = z.object({
  items: z.array(z.object({ id: z.int().optional(), description: z.string() })),
  line_requests: z.array(z.object({ item_id: z.int(), note: z.string() })).default([]),
})

function requestedLinesIn(content: unknown): Certificate['requested_lines'] {
  const { items, line_requests } = RequestedLines.parse(content)
  return line_requests.map(({ item_id, note }) => ({
    description: items.find(({ id }) => id === item_id)?.description ?? '',
    note,
  }))
}

/** The first decisions did not keep the currency, which was the home currency. */
function invoiceIn(content: unknown, homeCurrency: string): Certificate['invoice'] {
  const { currency = homeCurrency, ...invoice } = InvoiceContent.parse(content)
  return { ...invoice, currency }
}

function toCertificate(decision: StoredDecision): Certificate {
  const { subject_type, content, portal_access_id, link_created_at, currency, ...said } = decision
  return {
    ...said,
    code: `${decision.account_id}.${decision.code}`,
    link: { id: portal_access_id, created_at: link_created_at },
    deliverable: subject_type === 'deliverable' ? DeliverableContent.parse(content) : null,
    invoice: subject_type === 'invoice' ? invoiceIn(content, currency) : null,
    requested_lines: subject_type === 'invoice' ? requestedLinesIn(content) : [],
    file: fileOf(decision),
  }
}

function fileOf({ file_sha256, file_name, file_size, file_type }: StoredDecision): FileInfo | null {
  if (file_sha256 === null || file_name === null || file_size === null || file_type === null) return null
  return { sha256: file_sha256, name: file_name, size: file_size, type: file_type }
}

const beingPrepared = () => new Unavailable('The document is being prepared. Please try again in a moment.')

function invalidCode(): never {
  throw new InvalidLink()
}
