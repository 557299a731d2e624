import { toMinorUnits } from '#core/money.ts'
import { dueAfter } from '#features/billing/invoices/rules/period.ts'
import { nextInvoiceNumber } from '#features/billing/invoices/rules/status.ts'
import { MailPreview } from '#features/billing/sending/mail-preview.tsx'
import {
  MAIL_PLACEHOLDERS,
  type MailFacts,
  proposedMail,
  readMail,
} from '#features/billing/sending/rules/mails.ts'
import { senderNameFrom } from '#features/engagement/notifications/rules/mails.ts'
import { useToday } from '#features/foundation/account/client.ts'
import type { User } from '#features/foundation/account/contract.ts'
import { businessName } from '#features/foundation/account/rules.ts'
import type { Business } from '#features/foundation/business/contract.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import type { ProfileForm } from './business-form.tsx'

type MailFieldsProps = { form: ProfileForm; business: Business; user: User }

/** The texts of emails with an invoice, next to the email that they make. */
export function MailFields({ form, business, user }: MailFieldsProps) {
  const { register, watch, formState } = form
  const { errors } = formState
  const facts = exampleFacts(business, user, useToday())
  const [subject, text] = watch(['invoice_mail_subject', 'invoice_mail_text'])
  const own = proposedMail(facts, { invoice_mail_subject: '', invoice_mail_text: '' })
  const mail = proposedMail(facts, { invoice_mail_subject: subject ?? '', invoice_mail_text: text ?? '' })
  return (
    <>
      <Field id="business-invoice_mail_subject" label="Subject" error={errors.invoice_mail_subject?.message}>
        <Input autoComplete="off" placeholder={own.subject} {...register('invoice_mail_subject')} />
      </Field>
      <Field
        id="business-invoice_mail_text"
        label="Text"
        hint={
          <>
            {MAIL_PLACEHOLDERS.join(', ')} are filled in; a line with {'{due date}'} is left out of mails
            about invoices without one. Links and addresses are left out, too: the button to the portal is the
            only link.
          </>
        }
        error={errors.invoice_mail_text?.message}
      >
        <Textarea rows={5} placeholder={own.message} {...register('invoice_mail_text')} />
      </Field>
      <section aria-label="Preview of the email">
        <MailPreview
          mail={readMail(facts, mail)}
          sender={facts.sender}
          attachment={`${facts.invoice.invoice_number}.pdf`}
        />
      </section>
    </>
  )
}

/** The facts of a preview. */
export function exampleFacts(business: Business, user: User, today: string): MailFacts {
  const total = toMinorUnits(1200, business.currency)
  return {
    kind: 'first',
    invoice: {
      invoice_number: nextInvoiceNumber({ ...business, issued_is_final: false }, today),
      number: business.next_invoice_number,
      total,
      amount_paid: 0,
      balance: total,
      payable: total,
      currency: business.currency,
      due_date: dueAfter(today, business.payment_terms_days ?? 14),
      approval_status: null,
    },
    client: { name: 'Jonas Pine', approval_required: true },
    sender: senderNameFrom(
      businessName({ ...user, business_name: business.name }),
      user.google_user_data.name ?? '',
    ),
    today,
  }
}
