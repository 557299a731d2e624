import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Check, X } from 'lucide-react'
import { Link } from 'react-router'
import { DemoOffer } from '#features/pages/demo/demo-offer.tsx'
import { Panel } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { checklistQuery, useDismissChecklist } from './client.ts'
import { isShown, type Step, stepsOf } from './rules.ts'

/** The first steps of a new account, until they are done. */
export function Checklist() {
  const { data } = useQuery(checklistQuery)
  const dismiss = useDismissChecklist()
  if (!data || !isShown(data)) return null
  const steps = stepsOf(data)
  const next = steps.findIndex(({ isDone }) => !isDone)
  // A freelancer who sends invoices is no beginner: only the rest is listed, to leave the screen to the work.
  const isListed = ({ isDone }: Step) => !isDone || !data.invoice
  return (
    <Panel
      title="Get started"
      description={`${steps.filter(({ isDone }) => isDone).length} of ${steps.length} steps done`}
      actions={
        <IconButton
          label="Hide the checklist"
          icon={<X />}
          size="sm"
          className="-mr-2 touch:-mr-3.5"
          onClick={() => dismiss.mutate()}
        />
      }
      flush
      className="mb-6"
    >
      <ol
        aria-label="First steps"
        className={cx(
          'grid gap-px overflow-hidden rounded-b bg-hairline',
          !data.invoice && 'sm:grid-cols-2 xl:grid-cols-4',
        )}
      >
        {steps.map(
          (step, place) =>
            isListed(step) && (
              <StepCell key={step.title} step={step} number={place + 1} isNext={place === next} />
            ),
        )}
      </ol>
      {!data.invoice && <DemoOffer />}
    </Panel>
  )
}

type StepCellProps = { step: Step; number: number; isNext: boolean }

function StepCell({ step: { title, text, path, isDone }, number, isNext }: StepCellProps) {
  return (
    <li className="relative flex gap-3 bg-surface px-5 py-4 transition-colors hover:bg-sunken">
      <span
        aria-hidden="true"
        className={cx(
          'flex size-6 shrink-0 items-center justify-center rounded-full border text-meta font-medium tabular-nums',
          isDone && 'border-transparent bg-green-soft text-green-ink',
          isNext && 'border-ink bg-ink text-paper',
          !isDone && !isNext && 'border-hairline text-muted',
        )}
      >
        {isDone ? <Check className="size-3.5" /> : number}
      </span>
      <div className="min-w-0">
        <Link
          to={path}
          // Closing its form leads back here.
          state={{ openedHere: true }}
          className={cx('font-medium after:absolute after:inset-0', isDone && 'text-muted')}
        >
          {title}
          {isDone && <span className="sr-only">, done</span>}
        </Link>
        <p className="text-meta text-pretty text-muted">{text}</p>
      </div>
      {isNext && <ArrowRight aria-hidden="true" className="mt-1 ml-auto icon-sm shrink-0" />}
    </li>
  )
}
