import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { sampleDataQuery, useAddSampleData, useRemoveSampleData } from './client.ts'

/** Offers sample data to an empty account, and its removal while it is present. */
export function SampleDataOffer() {
  const { data } = useQuery(sampleDataQuery)
  if (data?.status === 'offered') return <Offer />
  if (data?.status === 'present') return <Present />
  return null
}

function Offer() {
  const { mutate, isPending } = useAddSampleData()
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
      <Button onClick={() => mutate()} pending={isPending} pendingText="Adding…">
        Explore with sample data
      </Button>
    </Card>
  )
}

function Present() {
  const { mutate, isPending } = useRemoveSampleData()
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
    <Alert
      tone="info"
      title="You are looking at sample data"
      className="mb-6"
      action={
        <Button onClick={() => void remove()} pending={isPending} pendingText="Removing…">
          Remove sample data
        </Button>
      }
    >
      A sample counts towards your plan once you change or use it. Then it is yours and stays when you remove
      the rest.
    </Alert>
  )
}
