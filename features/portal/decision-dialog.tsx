import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const LONGEST = 10_000

type DecisionDialogProps = {
  open: boolean
  onClose(): void
  /** What is decided on. */
  description: string
  pending: boolean
  onSubmit(words: string): void
}

/** "Request Changes", on a deliverable or an invoice. */
export function FeedbackDialog({ required = false, ...props }: DecisionDialogProps & { required?: boolean }) {
  return (
    <WordsDialog
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
    <WordsDialog
      {...props}
      title="Approve Invoice"
      question="Are you ready to approve this invoice for payment?"
      label="Notes"
      submit="Approve Invoice"
    />
  )
}

type WordsDialogProps = DecisionDialogProps & {
  title: string
  question?: string
  label: string
  placeholder?: string
  needed?: boolean
  submit: string
}

/** What was typed stays when it is closed: a stray touch beside a sheet must not cost anybody a page of feedback. */
function WordsDialog(props: WordsDialogProps) {
  const { open, onClose, title, description, question, label, placeholder, needed, pending } = props
  const [words, setWords] = useState('')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!pending) props.onSubmit(words)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !pending && onClose()}
      title={title}
      description={description}
      size="sm"
    >
      <DialogForm onSubmit={submit}>
        <DialogBody>
          {question && <p>{question}</p>}
          <Field label={label} required={needed ?? false} optional={!needed}>
            <Textarea
              rows={5}
              dir="auto"
              maxLength={LONGEST}
              placeholder={placeholder}
              value={words}
              readOnly={pending}
              onChange={(event) => setWords(event.target.value)}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <Button
            type="submit"
            variant="primary"
            disabled={needed === true && words.trim() === ''}
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
