import type { ReactNode } from 'react'
import { addDays } from '#core/calendar.ts'
import { MailText, ReminderRule } from '#features/billing/sending/contract/reminders.ts'
import { MailPreview } from '#features/billing/sending/mail-preview.tsx'
import { MAIL_PLACEHOLDERS, proposedMail, readMail } from '#features/billing/sending/rules/mails.ts'
import { describeDay, NO_TEXT } from '#features/billing/sending/rules/reminders.ts'
import { ownThanks, THANKS_PLACEHOLDERS, thanksMail } from '#features/billing/sending/rules/thanks.ts'
import { useToday } from '#features/foundation/account/client.ts'
import type { User } from '#features/foundation/account/contract.ts'
import type { Business } from '#features/foundation/business/contract.ts'
import { useSchemaForm } from '#web/forms/form.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { SelectField } from '#web/forms/select-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { exampleFacts } from './mail-fields.tsx'

interface Example {
  business: Business
  user: User
  onClose(): void
}

type ReminderDialogProps = Example & {
  /** Null for a new one. */
  rule: ReminderRule | null
  /** The days of the others. */
  taken: number[]
  save(rule: ReminderRule): Promise<unknown>
}

const DAYS = [-14, -7, -5, -3, -2, -1, 0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90]

/** The date and text of a reminder, next to the email that they make. */
export function ReminderDialog({ rule, taken, business, user, save, onClose }: ReminderDialogProps) {
  const days = [...new Set([...DAYS, ...(rule ? [rule.days_after_due] : [])])]
    .filter((day) => !taken.includes(day))
    .toSorted((one, other) => one - other)
  const form = useSchemaForm(
    ReminderRule,
    rule ?? { days_after_due: days.find((day) => day > 0) ?? 0, is_enabled: true, ...NO_TEXT },
  )
  const { register, control, watch, formState } = form
  const { errors } = formState
  const [day, subject = '', text = ''] = watch(['days_after_due', 'subject', 'text'])
  const example = exampleFacts(business, user, useToday())
  const facts = {
    ...example,
    kind: 'reminder' as const,
    client: { ...example.client, approval_required: false },
    today: addDays(example.invoice.due_date ?? example.today, day),
  }
  const own = proposedMail(facts, business)

  return (
    <FormDialog
      form={form}
      size="xl"
      title={rule ? 'Edit reminder' : 'Add reminder'}
      prefix="reminder"
      action="Save"
      save={async (entered) => {
        await save(ReminderRule.parse(entered))
        onClose()
      }}
      onClose={onClose}
    >
      <BesidePreview
        preview={
          <MailPreview
            mail={readMail(facts, proposedMail(facts, business, { subject, text }))}
            sender={facts.sender}
            attachment={`${facts.invoice.invoice_number}.pdf`}
          />
        }
      >
        <SelectField
          control={control}
          name="days_after_due"
          id="reminder-days_after_due"
          label="When"
          options={days.map((value) => ({ value, label: describeDay(value) }))}
        />
        <Field id="reminder-subject" label="Subject" error={errors.subject?.message}>
          <Input autoComplete="off" placeholder={own.subject} {...register('subject')} />
        </Field>
        <Field
          id="reminder-text"
          label="Text"
          hint={placeholderHint(MAIL_PLACEHOLDERS)}
          error={errors.text?.message}
        >
          <Textarea rows={9} placeholder={own.message} {...register('text')} />
        </Field>
      </BesidePreview>
    </FormDialog>
  )
}

type ThanksDialogProps = Example & { saved: MailText; save(text: MailText): Promise<unknown> }

/** The text of the email with a receipt, next to the email that it makes. */
export function ThanksDialog({ saved, business, user, save, onClose }: ThanksDialogProps) {
  const form = useSchemaForm(MailText, { subject: saved.subject, text: saved.text })
  const { register, watch, formState } = form
  const { errors } = formState
  const [subject = '', text = ''] = watch(['subject', 'text'])
  const { invoice, client, sender, today } = exampleFacts(business, user, useToday())
  const facts = {
    invoice: { ...invoice, balance: 0 },
    payment: { amount: invoice.total, paid_on: today },
    client,
    sender,
  }
  const own = ownThanks(facts)

  return (
    <FormDialog
      form={form}
      size="xl"
      title="Thanks for a payment"
      prefix="thanks"
      action="Save"
      save={async (entered) => {
        await save(MailText.parse(entered))
        onClose()
      }}
      onClose={onClose}
    >
      <BesidePreview
        preview={
          <MailPreview
            mail={thanksMail(facts, { subject, text })}
            sender={sender}
            attachment={`Receipt ${invoice.invoice_number} ${today}.pdf`}
          />
        }
      >
        <Field id="thanks-subject" label="Subject" error={errors.subject?.message}>
          <Input autoComplete="off" placeholder={own.subject} {...register('subject')} />
        </Field>
        <Field
          id="thanks-text"
          label="Text"
          hint={placeholderHint(THANKS_PLACEHOLDERS)}
          error={errors.text?.message}
        >
          <Textarea rows={9} placeholder={own.text} {...register('text')} />
        </Field>
      </BesidePreview>
    </FormDialog>
  )
}

const placeholderHint = (placeholders: string[]): string =>
  `Leave it empty for the default message. ${placeholders.join(', ')} are filled in. Links and addresses are left out: the button to the portal is the only link.`

function BesidePreview({ preview, children }: { preview: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start lg:gap-8">
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
      <section aria-label="Preview of the email" className="min-w-0">
        {preview}
      </section>
    </div>
  )
}
