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
  description: ReactNode
  pending: boolean
  /** The reason for the refusal. */
  refusal?: string | undefined
  /** A decision is no longer possible. The typed text can still be read and copied. */
  closed?: boolean
  onSubmit(text: string): void
}

/** "Request Changes" on a deliverable. The text is kept when the dialog closes. */
export function FeedbackDialog(props: DecisionDialogProps) {
  const [text, setText] = useState('')
  return (
    <QuestionDialog
      {...props}
      title="Request Changes"
      submit="Submit Feedback"
      onSubmit={() => props.onSubmit(text)}
    >
      <FeedbackField text={text} onChange={setText} readOnly={props.pending} />
    </QuestionDialog>
  )
}

type TextFieldProps = { text: string; onChange(text: string): void; readOnly: boolean; required?: boolean }

export const FeedbackField = (props: TextFieldProps) => (
  <TextField {...props} label="Feedback" placeholder="What should be changed?" />
)

function TextField({
  label,
  placeholder,
  text,
  onChange,
  readOnly,
  required = false,
}: TextFieldProps & { label: string; placeholder?: string }) {
  return (
    <Field label={label} required={required}>
      <Textarea
        rows={5}
        dir="auto"
        maxLength={MAX_LENGTH}
        placeholder={placeholder}
        value={text}
        readOnly={readOnly}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

/** The text is kept when the dialog closes. */
export function ApproveInvoiceDialog({ amount, ...props }: DecisionDialogProps & { amount: string }) {
  const [text, setText] = useState('')
  return (
    <QuestionDialog
      {...props}
      title="Approve Invoice"
      submit="Approve Invoice"
      onSubmit={() => props.onSubmit(text)}
    >
      <p>Are you ready to approve this invoice for payment?</p>
      <p>
        You approve <strong className="font-semibold tabular-nums">{amount}</strong>.
      </p>
      <TextField label="Notes" text={text} onChange={setText} readOnly={props.pending} />
    </QuestionDialog>
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

export type QuestionDialogProps = Omit<DecisionDialogProps, 'onSubmit'> & {
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
