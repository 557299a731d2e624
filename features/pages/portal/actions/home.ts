import { addressLines } from '#core/address.ts'
import { awaitsDecision } from '#features/billing/invoices/rules/approval.ts'
import { statusAt } from '#features/billing/invoices/rules/status.ts'
import { payableOnline } from '#features/billing/payments/actions/payment-page.ts'
import { listUnreadOf } from '#features/engagement/notifications/actions/unread.ts'
import { businessOf } from '#features/foundation/account/actions.ts'
import { profileOf } from '#features/foundation/business/actions.ts'
import { type Context, visitorOf } from '#server/context.ts'
import { MAX_WAITING, type Waiting, type WaitingInvoice } from '../contract/home.ts'
import type { PortalOverview } from '../contract/portal.ts'
import * as store from '../store.ts'

export async function overview(ctx: Context): Promise<PortalOverview> {
  const { clientId, clientName, name, locale, accessId, accessExpiresAt, purpose } = visitorOf(ctx)
  const [business, profile, home, unread] = await Promise.all([
    businessOf(ctx),
    profileOf(ctx),
    store.readHome(ctx.db, ctx.accountId, { clientId, accessId, today: ctx.today }),
    listUnreadOf(ctx, { accessId }),
  ])
  const { projects_count, invoices_count, invoices_being_revised, accounts } = home
  return {
    client: { name: clientName },
    visitor: { name },
    is_preview: purpose === 'preview',
    is_demo: ctx.isDemo,
    access: { expires_at: accessExpiresAt },
    locale,
    business: {
      name: business.name,
      address: addressLines({ ...profile, address: business.address }).join('\n'),
      logo_id: profile.logo_id,
    },
    projects_count,
    invoices_count,
    unread,
    invoices_being_revised,
    accounts,
    waiting: await waitingIn(ctx, home),
  }
}

type Home = Awaited<ReturnType<typeof store.readHome>>

async function waitingIn(ctx: Context, { deliverables, invoices, comments }: Home): Promise<Waiting> {
  const shown = await asAsked(ctx, invoices.slice(0, MAX_WAITING))
  return {
    deliverables: deliverables
      .slice(0, MAX_WAITING)
      .map((deliverable) => ({ ...deliverable, submitted_at: new Date(deliverable.submitted_at) })),
    invoices: shown,
    comments: comments
      .slice(0, MAX_WAITING)
      .map((comment) => ({ ...comment, created_at: new Date(comment.created_at) })),
    has_more: [deliverables, invoices, comments].some(({ length }) => length > MAX_WAITING),
  }
}

async function asAsked(ctx: Context, found: Home['invoices']): Promise<WaitingInvoice[]> {
  const read = found.flatMap((invoice) => {
    const status = statusAt(ctx.today, invoice)
    return status === 'draft' ? [] : [{ ...invoice, status }]
  })
  const payable = await payableOnline(
    ctx,
    read.map((invoice) => ({ ...invoice, payable: invoice.balance, payment_processing: false })),
  )
  return read.map((invoice) => ({
    ...invoice,
    needs_approval: awaitsDecision(invoice),
    can_pay_online: payable.has(invoice.id),
  }))
}
