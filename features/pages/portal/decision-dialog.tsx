import { type FormEvent, type ReactNode, useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const MAX_LENGTH = 10_000

type DecisionDialogProps = {
  open: boolean
  onClose(): void
  /** The subject of the decision. */
  description: string
  pending: boolean
  /** The reason for the refusal. */
  refusal?: string | undefined
  /** A decision is no longer possible. The typed text can still be read and copied. */
  closed?: boolean
  onSubmit(text: string): void
}

/** "Request Changes", on a deliverable or an invoice. */
export function FeedbackDialog({ required = false, ...props }: DecisionDialogProps & { required?: boolean }) {
  return (
    <TextDialog
      {...props}
      title="Request Changes"
      label="Feedback"
      placeholder="What should be changed?"
      needed={required}
      submit="Submit Feedback"
    />
  )
}

export function ApproveInvoiceDialog(props: DecisionDialogProps) {
  return (
    <TextDialog
      {...props}
      title="Approve Invoice"
      question="Are you ready to approve this invoice for payment?"
      label="Notes"
      submit="Approve Invoice"
    />
  )
}

export function ApproveDeliverableDialog({ fee, ...props }: DecisionDialogProps & { fee: string | null }) {
  return (
    <QuestionDialog
      {...props}
      title="Approve Deliverable"
      submit="Approve"
      onSubmit={() => props.onSubmit('')}
    >
      <p>Are you ready to approve this version? You cannot undo an approval.</p>
      {fee && (
        <p>
          By approving it, you accept the fee of <strong className="font-semibold tabular-nums">{fee}</strong>
          , which will then be invoiced to you.
        </p>
      )}
    </QuestionDialog>
  )
}

type TextDialogProps = DecisionDialogProps & {
  title: string
  question?: string
  label: string
  placeholder?: string
  needed?: boolean
  submit: string
}

/** The text is kept when the dialog closes: a stray touch next to a sheet must not discard a page of feedback. */
function TextDialog({ question, label, placeholder, needed = false, ...props }: TextDialogProps) {
  const [text, setText] = useState('')
  return (
    <QuestionDialog
      {...props}
      incomplete={needed && text.trim() === ''}
      onSubmit={() => props.onSubmit(text)}
    >
      {question && <p>{question}</p>}
      <Field label={label} required={needed}>
        <Textarea
          rows={5}
          dir="auto"
          maxLength={MAX_LENGTH}
          placeholder={placeholder}
          value={text}
          readOnly={props.pending}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </QuestionDialog>
  )
}

type QuestionDialogProps = Omit<DecisionDialogProps, 'onSubmit'> & {
  title: string
  submit: string
  incomplete?: boolean
  onSubmit(): void
  children: ReactNode
}

export function QuestionDialog({
  pending,
  refusal,
  closed = false,
  incomplete = false,
  ...props
}: QuestionDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!pending && !closed) props.onSubmit()
  }

  return (
    <Dialog
      open={props.open}
      onOpenChange={(next) => !next && !pending && props.onClose()}
      title={props.title}
      description={props.description}
      size="sm"
    >
      <DialogForm onSubmit={submit}>
        <DialogBody>{props.children}</DialogBody>
        {refusal && (
          <div className="shrink-0 px-5 pb-5">
            <Alert live tone="error" title={refusal} />
          </div>
        )}
        <DialogFooter>
          <DialogClose />
          <Button
            type="submit"
            variant="primary"
            disabled={closed || incomplete}
            pending={pending}
            pendingText="Submitting..."
          >
            {props.submit}
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  )
}
