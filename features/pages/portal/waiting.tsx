import { CircleCheck, CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatLongDate, formatMoney } from '#core/format.ts'
import { isPreview } from '#features/engagement/portal-access/rules.ts'
import { invoiceName } from '#features/foundation/business/rules.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Instant } from '#web/ui/instant.tsx'
import { Section } from '#web/ui/section.tsx'
import { usePayInvoice } from './client.ts'
import type { Waiting, WaitingInvoice } from './contract/home.ts'
import { invoicePath, projectPath } from './links.tsx'

type WaitingForYouProps = { token: string; waiting: Waiting; business: string }

/** Answers first what every visit asks: is there anything to do? */
export function WaitingForYou({ token, waiting, business }: WaitingForYouProps) {
  const { deliverables, invoices, comments, has_more } = waiting
  const count = deliverables.length + invoices.length + comments.length
  if (count === 0) {
    return (
      <p className="flex gap-2.5 text-body text-muted">
        <CircleCheck aria-hidden className="icon mt-0.5 text-green-solid" />
        <span className="min-w-0 wrap-anywhere">
          Nothing is waiting for you. {business} will let you know when something is.
        </span>
      </p>
    )
  }
  return (
    <Section title="Waiting for you" aside={has_more ? `More than ${count}` : count}>
      <Card>
        <ul className="divide-y divide-hairline">
          {deliverables.map(
            ({ id, title, version, project_id, project_name, submitted_at, fee, currency }) => (
              <Item
                key={id}
                title={`Approve “${title}”, version ${version}`}
                details={
                  <>
                    <bdi>{project_name}</bdi> · sent <Instant at={submitted_at} />
                    {fee !== null && ` · fee\u00a0${formatMoney(fee, currency)}`}
                  </>
                }
                to={`${projectPath(token, project_id)}?tab=deliverables`}
                link="Review"
                subject={title}
              />
            ),
          )}
          {invoices.map((invoice) => (
            <InvoiceItem key={invoice.id} token={token} invoice={invoice} />
          ))}
          {comments.map(
            ({
              id,
              author_name,
              content,
              is_question,
              project_id,
              project_name,
              deliverable_id,
              created_at,
            }) => (
              <Item
                key={id}
                title={`${is_question ? 'Answer' : 'News from'} ${author_name}`}
                details={
                  <>
                    <bdi>{project_name}</bdi> · <Instant at={created_at} />
                    <span dir="auto" className="mt-0.5 line-clamp-2 text-ink">
                      {content}
                    </span>
                  </>
                }
                to={`${projectPath(token, project_id)}?tab=${deliverable_id === null ? 'comments' : 'deliverables'}`}
                link={is_question ? 'Read and answer' : 'Read'}
                subject={author_name}
              />
            ),
          )}
        </ul>
      </Card>
      {has_more && (
        <p className="mt-2 text-meta text-muted">The rest is in your projects and invoices below.</p>
      )}
    </Section>
  )
}

type ItemProps = {
  title: string
  details: ReactNode
  alarming?: boolean
  to: string
  link: string
  /** Read out after the link, which is in every item. */
  subject: string
  children?: ReactNode
}

function Item({ title, details, alarming = false, to, link, subject, children }: ItemProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3.5 md:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <h3 dir="auto" className="text-start text-body font-semibold wrap-anywhere">
          {title}
        </h3>
        <p className={cx('mt-0.5 wrap-anywhere tabular-nums', alarming ? 'text-red-ink' : 'text-muted')}>
          {details}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        {children}
        <ButtonLink to={to}>
          {link}
          <span className="sr-only"> {subject}</span>
        </ButtonLink>
      </div>
    </li>
  )
}

type InvoiceItemProps = { token: string; invoice: WaitingInvoice }

function InvoiceItem({ token, invoice }: InvoiceItemProps) {
  const { id, invoice_number, balance, currency, due_date, status, needs_approval, can_pay_online } = invoice
  const { send, pending, refused } = usePayInvoice(token, invoice)
  const amount = formatMoney(balance, currency)
  const isOverdue = status === 'overdue'
  const name = invoiceName(invoice_number)
  const paysHere = can_pay_online && !needs_approval
  return (
    <Item
      title={`${needs_approval ? 'Approve' : 'Pay'} ${name}`}
      details={due_date ? `${amount}, ${isOverdue ? 'was due' : 'due'} ${formatLongDate(due_date)}` : amount}
      alarming={isOverdue}
      to={invoicePath(token, id)}
      link={needs_approval ? 'Review' : paysHere ? 'View' : 'See how to pay'}
      subject={name}
    >
      {refused && <Alert live tone="warning" title={refused.message} className="w-full" />}
      {paysHere && (
        <Button variant="primary" pending={pending} disabled={isPreview(token)} onClick={() => send({})}>
          <CreditCard aria-hidden /> Pay {amount}
        </Button>
      )}
    </Item>
  )
}
