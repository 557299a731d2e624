import { BanknoteArrowDown, BellRing, FileCode2, Import, type LucideIcon } from 'lucide-react'

const INCLUDED: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: BanknoteArrowDown,
    title: 'Get paid online',
    text: 'Clients pay by card on the invoice itself, into your own Stripe account. Daybook takes no cut.',
  },
  {
    icon: BellRing,
    title: 'Reminders that send themselves',
    text: 'Before and after the due date, in your words, and silent once the invoice is paid.',
  },
  {
    icon: FileCode2,
    title: 'E-invoices',
    text: 'Factur-X and ZUGFeRD under the European standard EN 16931, in every complete PDF.',
  },
  {
    icon: Import,
    title: 'Move in within minutes',
    text: 'Bring time, expenses, clients and projects from Toggl Track, Clockify, Harvest or any CSV file.',
  },
]

/** Features of every plan that bring money in. */
export function InEveryPlan() {
  return (
    <section aria-labelledby="in-every-plan">
      <h2 id="in-every-plan" className="text-heading font-semibold">
        In every plan
      </h2>
      <ul className="mt-4 grid gap-px overflow-hidden rounded border border-hairline bg-hairline sm:grid-cols-2 lg:grid-cols-4">
        {INCLUDED.map(({ icon: Icon, title, text }) => (
          <li key={title} className="bg-surface p-5">
            <Icon aria-hidden="true" className="size-5 text-accent-ink" />
            <h3 className="mt-3 font-medium">{title}</h3>
            <p className="mt-1 text-pretty text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
