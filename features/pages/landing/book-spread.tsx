import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'

/** A week of work on the left page, and the invoice for it on the right. */
export function BookSpread() {
  return (
    <figure>
      <figcaption className="sr-only">
        A week in Daybook: 30 hours logged, 27.5 of them billable, and the invoice of $1,465.71 that the
        client approved.
      </figcaption>
      <div
        aria-hidden="true"
        className="grid rounded-lg border border-hairline bg-surface shadow-sheet select-none lg:grid-cols-2"
      >
        <WeekPage />
        <InvoicePage />
      </div>
    </figure>
  )
}

function WeekPage() {
  return (
    <div className="flex flex-col border-hairline p-5 max-[23rem]:p-3 max-lg:border-b sm:p-8 lg:border-r">
      <PageHead title="Week of November 9" aside="30.00 h" />
      <div className="mt-5 grid flex-1 grid-cols-[auto_minmax(0,1fr)_auto_auto] content-start text-meta">
        <Head>Day</Head>
        <Head>Work</Head>
        <Head right inner>
          Hours
        </Head>
        <Head right>Amount</Head>
        {week.map((entry) => (
          <Row key={entry.work}>
            <Cell className="w-10 font-medium">{entry.day}</Cell>
            <Cell className="pr-3 max-[23rem]:pr-1">
              <span className="font-medium md:truncate">{entry.client}</span>
              <span className="text-faint md:truncate">{entry.work}</span>
            </Cell>
            <Cell right>{entry.hours}</Cell>
            <Cell right ruled>
              {entry.amount ?? <span className="text-faint">–</span>}
            </Cell>
          </Row>
        ))}
        <Row last>
          <Cell className="col-span-2 font-semibold">Billable</Cell>
          <Cell right className="font-semibold">
            27.50
          </Cell>
          <Cell right ruled className="font-semibold">
            <Total>2,612.50</Total>
          </Cell>
        </Row>
      </div>
    </div>
  )
}

function InvoicePage() {
  return (
    <div className="flex flex-col p-5 max-[23rem]:p-3 sm:p-8">
      <PageHead title="Invoice INV-0042" aside={<Badge tone="green">Approved by client</Badge>} />
      <dl className="mt-5 grid grid-cols-[1.3fr_1fr_1fr] gap-3 text-meta max-[23rem]:grid-cols-2 max-[23rem]:*:first:col-span-2">
        <Fact term="Client">Harbour &amp; Pine</Fact>
        <Fact term="Issued">Nov 13, 2026</Fact>
        <Fact term="Due">Nov 27, 2026</Fact>
      </dl>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)_auto_auto] content-start text-meta">
        <Head>Description</Head>
        <Head right inner>
          Qty × rate
        </Head>
        <Head right>Amount</Head>
        {items.map((item) => (
          <Row key={item.description}>
            <Cell className="pr-3 font-medium max-[23rem]:pr-1">{item.description}</Cell>
            <Cell right className="text-faint">
              {item.quantity}
            </Cell>
            <Cell right ruled>
              {item.amount}
            </Cell>
          </Row>
        ))}
        <Sum label="Subtotal" amount="1,354.00" />
        <Sum label="Tax, 8.25%" amount="111.71" />
        <Row last>
          <Cell className="col-span-2 items-end pr-4 font-semibold">Total</Cell>
          <Cell right ruled className="font-semibold">
            <Total>$1,465.71</Total>
          </Cell>
        </Row>
      </div>
      <p className="mt-auto flex items-center gap-3 pt-8 text-meta">
        <Avatar name="Jonas Pine" />
        <span>
          “Looks right to us. Paying on Friday.”
          <span className="block text-faint">Jonas Pine, through the portal</span>
        </span>
      </p>
    </div>
  )
}

function PageHead({ title, aside }: { title: string; aside: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="font-serif text-heading font-semibold tracking-tight md:text-[1.375rem]">{title}</span>
      <span className="text-meta text-muted">{aside}</span>
    </div>
  )
}

function Head({ right, inner, children }: { right?: boolean; inner?: boolean; children: string }) {
  return (
    <span
      className={cx(
        'border-b border-ink pb-1.5 text-micro text-faint',
        right && 'text-right',
        inner && 'pr-4 max-[23rem]:pr-2',
      )}
    >
      {children}
    </span>
  )
}

function Row({ last = false, children }: { last?: boolean; children: ReactNode }) {
  return <div className={cx('contents *:py-2', !last && '*:border-b *:border-hairline')}>{children}</div>
}

type CellProps = { right?: boolean; ruled?: boolean; className?: string; children: ReactNode }

/** Ledger paper has a double rule before the money column. */
function Cell({ right = false, ruled = false, className, children }: CellProps) {
  return (
    <span
      className={cx(
        'flex min-w-0 flex-col justify-center',
        right && 'items-end tabular-nums',
        right && (ruled ? 'pl-4 max-[23rem]:pl-2' : 'pr-4 max-[23rem]:pr-2'),
        ruled && 'border-l-[3px]! border-l-hairline! [border-left-style:double]!',
        className,
      )}
    >
      {children}
    </span>
  )
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <Row>
      <Cell className="col-span-2 items-end pr-4 text-muted">{label}</Cell>
      <Cell right ruled>
        {amount}
      </Cell>
    </Row>
  )
}

function Total({ children }: { children: string }) {
  return <span className="border-b-[3px] border-double border-ink pb-0.5">{children}</span>
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-micro text-faint">{term}</dt>
      <dd className="truncate font-medium">{children}</dd>
    </div>
  )
}

const week = [
  {
    day: 'Mon',
    client: 'Fieldnote Coffee',
    work: 'Packaging layout',
    hours: '6.50',
    amount: '617.50',
  },
  { day: 'Tue', client: 'Harbour & Pine', work: 'Checkout flow', hours: '7.25', amount: '688.75' },
  { day: 'Wed', client: 'Fieldnote Coffee', work: 'Photo direction', hours: '3.00', amount: '285.00' },
  { day: '', client: 'Ostrava Press', work: 'Specimen proofs', hours: '4.00', amount: '380.00' },
  { day: 'Thu', client: 'Harbour & Pine', work: 'Usability sessions', hours: '6.75', amount: '641.25' },
  { day: 'Fri', client: 'Studio', work: 'Proposals', hours: '2.50', amount: undefined },
]

const items = [
  { description: 'Checkout flow', quantity: '7.25 × 95.00', amount: '688.75' },
  { description: 'Usability sessions', quantity: '6.75 × 95.00', amount: '641.25' },
  { description: 'Prototype hosting', quantity: '1 × 24.00', amount: '24.00' },
]
