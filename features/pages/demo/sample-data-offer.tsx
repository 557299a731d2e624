import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useStartTour } from '#features/pages/tour/client.ts'
import type { TourStatus } from '#features/pages/tour/contract.ts'
import { logFailure } from '#web/data/log.ts'
import { useTabFlag } from '#web/data/tab-flags.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { sampleDataQuery, useAddSampleData, useRemoveSampleData } from './client.ts'

/** Offers sample data and the tour of it to an empty account, and its removal while it is present. */
export function SampleDataOffer() {
  const { data } = useQuery(sampleDataQuery)
  const { mutate } = useStartTour()
  const startTour = () => mutate()
  if (data?.status === 'offered') return <Offer tour={data.tour} startTour={startTour} />
  if (data?.status === 'present') return <Present tour={data.tour} startTour={startTour} />
  return null
}

type OfferProps = { tour: TourStatus; startTour(): void }

function Offer({ tour, startTour }: OfferProps) {
  const add = useAddSampleData()
  const [withTour, setWithTour] = useState(false)
  const explore = (andStart: boolean) => {
    setWithTour(andStart)
    add.mutateAsync().then(() => andStart && startTour(), logFailure)
  }
  const button = (label: string, andStart: boolean) => (
    <Button
      onClick={() => explore(andStart)}
      pending={add.isPending && withTour === andStart}
      pendingText="Adding…"
      disabled={add.isPending && withTour !== andStart}
    >
      {label}
    </Button>
  )
  return (
    <Card className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-4 p-5">
      <div className="flex min-w-0 flex-1 basis-80 gap-4">
        <span
          aria-hidden="true"
          className="flex size-10 shrink-0 items-center justify-center rounded-full border border-hairline text-muted"
        >
          <Sparkles className="icon" />
        </span>
        <div className="min-w-0">
          <h2 className="font-semibold">New here? See Daybook with a year of work in it</h2>
          <p className="mt-0.5 text-muted">
            Clients, projects, time, invoices and expenses of a small design studio. One click removes them
            again.
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {tour !== 'finished' && button('Take the two-minute tour', true)}
        {button('Explore with sample data', false)}
      </div>
    </Card>
  )
}

function Present({ tour, startTour }: OfferProps) {
  const { mutate, isPending } = useRemoveSampleData()
  const isShown = useTabFlag('tour')
  const confirm = useConfirm()
  const remove = async () => {
    const yes = await confirm({
      title: 'Remove the sample data?',
      consequences:
        'All remaining sample records are removed. What you changed, sent or added to is yours and stays.',
      confirmLabel: 'Remove sample data',
    })
    if (yes) mutate()
  }
  return (
    <div data-tour="sample-data" className="mb-6 rounded">
      <Alert
        tone="info"
        title="You are looking at sample data"
        action={
          <div className="flex flex-wrap gap-2">
            {tour !== 'finished' && !isShown && (
              <Button onClick={startTour}>
                {tour === 'started' ? 'Resume the tour' : 'Take the two-minute tour'}
              </Button>
            )}
            <Button onClick={() => void remove()} pending={isPending} pendingText="Removing…">
              Remove sample data
            </Button>
          </div>
        }
      >
        A sample counts towards your plan once you change or use it. Then it is yours and stays when you
        remove the rest.
      </Alert>
    </div>
  )
}
