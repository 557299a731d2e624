import { ChartColumn, Clock, FileText, FolderKanban, ReceiptText, Users } from 'lucide-react'
import type { ReactNode } from 'react'

export function FeatureCards() {
  return (
    <ul className="mt-12 grid gap-px overflow-hidden rounded-lg border border-hairline bg-hairline sm:grid-cols-2 md:mt-16 lg:grid-cols-3">
      {features.map(({ icon: Icon, title, text, sample }) => (
        <li key={title} className="flex flex-col bg-surface p-6 md:p-8">
          <Icon aria-hidden="true" strokeWidth={1.5} className="size-6 text-ink" />
          <h3 className="mt-6 font-serif text-[1.375rem] font-semibold tracking-tight">{title}</h3>
          <p className="mt-2.5 text-lead text-pretty text-muted">{text}</p>
          <div aria-hidden="true" className="mt-auto pt-8 text-meta text-faint">
            <div className="flex h-10 items-end justify-between gap-3 border-b border-hairline pb-2">
              {sample}
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Sample({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <>
      <span className="truncate">{left}</span>
      <span className="shrink-0 font-medium text-ink">{right}</span>
    </>
  )
}

function YearOfIncome() {
  return (
    <span className="flex h-8 w-full gap-1.5">
      {[34, 42, 38, 55, 61, 48, 40, 66, 72, 64, 84, 100].map((height) => (
        <svg
          key={height}
          aria-hidden="true"
          viewBox="0 0 1 100"
          preserveAspectRatio="none"
          className="h-full min-w-0 flex-1 fill-ink"
        >
          <rect y={100 - height} width="1" height={height} />
        </svg>
      ))}
    </span>
  )
}

const features = [
  {
    icon: Users,
    title: 'Client Management',
    text: 'Everyone you work for, with contact details, notes and a private portal link.',
    sample: <Sample left="Harbour & Pine" right="Portal link" />,
  },
  {
    icon: FolderKanban,
    title: 'Project Tracking',
    text: 'Rates, milestones and deliverables, from the first call to the final file.',
    sample: <Sample left="Webshop, new checkout" right="4 / 6" />,
  },
  {
    icon: Clock,
    title: 'Time Tracking',
    text: 'Type 1:30, 90m or 1.5, whichever you like. The week adds itself up.',
    sample: <Sample left="1:30" right="1.50 h" />,
  },
  {
    icon: FileText,
    title: 'Professional Invoicing',
    text: 'Numbered without gaps, taxed to the cent, approved by your client online.',
    sample: <Sample left="INV-0042" right="$1,465.71" />,
  },
  {
    icon: ReceiptText,
    title: 'Expense Management',
    text: 'Every cost in its category, billable or not, on the project it belongs to.',
    sample: <Sample left="Software & Tools" right="$24.00" />,
  },
  {
    icon: ChartColumn,
    title: 'Business Analytics',
    text: 'What came in, what it cost, and which work is worth doing again.',
    sample: <YearOfIncome />,
  },
]
