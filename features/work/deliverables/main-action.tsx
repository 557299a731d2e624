import { HandCoins, Send } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { useSubmitDeliverable } from './client.ts'
import type { Deliverable } from './contract.ts'

type MainActionProps = { deliverable: Deliverable; clientName: string | null; billPath: string }

/** The next step: submit it, or bill it once it is approved. None while the client decides. */
export function MainAction({ deliverable, clientName, billPath }: MainActionProps) {
  const { status, title, fee, is_billed } = deliverable
  const submitLabel = submitLabelFor(deliverable)
  if (submitLabel)
    return <SubmitButton deliverable={deliverable} clientName={clientName} label={submitLabel} />
  if (status !== 'approved' || fee === null || is_billed) return null
  return (
    <ButtonLink size="sm" to={billPath}>
      <HandCoins aria-hidden /> Bill <span className="sr-only">{title}</span>
    </ButtonLink>
  )
}

function submitLabelFor({ status, has_changes }: Deliverable): string | null {
  if (status === 'draft') return 'Submit for approval'
  if (status === 'rejected') return 'Resubmit'
  return has_changes ? 'Submit new version' : null
}

type SubmitButtonProps = { deliverable: Deliverable; clientName: string | null; label: string }

function SubmitButton({ deliverable, clientName, label }: SubmitButtonProps) {
  const confirm = useConfirm()
  const submission = useSubmitDeliverable(deliverable.project_id)

  const submit = async () => {
    const empty = !deliverable.file && !deliverable.link_url
    const sure =
      !empty ||
      (await confirm({
        title: 'Submit without a file or link?',
        consequences: `${clientName} will see only the title and the description.`,
        confirmLabel: 'Submit',
        tone: 'primary',
      }))
    if (sure) submission.mutate(deliverable)
  }

  return (
    <Button size="sm" disabled={clientName === null} pending={submission.isPending} onClick={submit}>
      <Send aria-hidden /> {label}
      <span className="sr-only">{deliverable.title}</span>
    </Button>
  )
}
