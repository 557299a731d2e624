import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import type { IfMatch } from '#core/endpoint.ts'
import { EXCHANGE_RATE } from '#core/figures.ts'
import { formatInstantDate } from '#core/format.ts'
import { ExchangeRate } from '#core/money-schemas.ts'
import { CopyAddresses } from '#core/schemas.ts'
import { addressesIn, maxLength } from '#core/text.ts'
import { PdfPreview } from '#features/billing/documents/pdf-preview.tsx'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { DifferenceList } from '#features/billing/invoices/difference-list.tsx'
import type { Client } from '#features/engagement/clients/contract.ts'
import { senderNameFrom } from '#features/engagement/notifications/rules/mails.ts'
import { useToday } from '#features/foundation/account/client.ts'
import type { User } from '#features/foundation/account/contract.ts'
import type { Business } from '#features/foundation/business/contract.ts'
import { invoiceTitle } from '#features/foundation/business/rules.ts'
import { figure, showServerErrors, useSchemaForm } from '#web/forms/form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput } from '#web/ui/figure-input.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import type { Reminders } from './contract/reminders.ts'
import { MAX_SUBJECT_LENGTH, type SendForm, SendKind } from './contract/sending.ts'
import { MailPreview } from './mail-preview.tsx'
import { useMissingDetails } from './missing-details.tsx'
import { EMPTY_SUBJECT, hasSubject, proposedMail, readMail, sendKinds } from './rules/mails.ts'
import { reminderText } from './rules/reminders.ts'
import { EmptyInvoiceWarning, MissingRate, useEmptyInvoiceCheck } from './send-checks.tsx'

/** Sends the version that `prepare` gives. Throws what the server refused, for the form to show. */
export type Send = (form: SendForm, prepare: () => Promise<IfMatch>) => Promise<void>

type SendMailFormProps = {
  invoice: Invoice
  client: Client
  business: Business
  reminders: Reminders
  user: User
  /** True if clients can pay online. */
  isPaidOnline: boolean
  send: Send
  onDirtyChange(dirty: boolean): void
}

/** The mail to send beside what the client will see of it. */
export function SendMailForm(props: SendMailFormProps) {
  const { client, business, reminders, user, isPaidOnline, send, onDirtyChange } = props
  const today = useToday()
  const missing = useMissingDetails(props.invoice, isPaidOnline)
  const invoice = missing.preview
  const [kinds] = useState(() => sendKinds(invoice, today))
  const sender = senderNameFrom(invoice.details.seller.name, user.google_user_data.name ?? '')
  const factsFor = (kind: SendKind) => ({ kind, invoice, client, sender, today })
  const text = reminderText(reminders, invoice.due_date, today)
  const proposalFor = (kind: SendKind) => proposedMail(factsFor(kind), business, text)
  const form = useSchemaForm(MailForm, {
    ...proposalFor(kinds[0]),
    kind: kinds[0],
    to: client.email,
    cc: client.cc_emails,
    copy_to_me: false,
    attach_pdf: true,
    exchange_rate: null,
  })
  const { register, control, watch, formState, getValues, setValue } = form
  const { errors, isDirty, isSubmitting } = formState
  const { kind, subject, message, attach_pdf } = watch()

  // At once: Escape may be the next key.
  const isChanged = isDirty || missing.isDirty
  useLayoutEffect(() => onDirtyChange(isChanged), [isChanged, onDirtyChange])

  // The proposal follows the kind and what was missing. Typed text stays.
  const proposal = proposalFor(kind)
  const proposed = useRef(proposal)
  useEffect(() => {
    const before = proposed.current
    proposed.current = proposal
    for (const name of ['subject', 'message'] as const) {
      if (before[name] !== proposal[name] && getValues(name) === before[name]) setValue(name, proposal[name])
    }
  })

  const mayBeSent = useEmptyInvoiceCheck(invoice.id)
  const submit = form.handleSubmit(async ({ copy_to_me, cc, ...entered }) => {
    if (!(await missing.isValid()) || !(await mayBeSent())) return
    try {
      await send({ mail: true, ...entered, cc: copy_to_me ? [...cc, user.email] : cc }, missing.save)
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  const mail = readMail(factsFor(kind), { subject, message })
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody className="lg:grid lg:grid-cols-2 lg:items-start lg:gap-8">
        <div className="flex min-w-0 flex-col gap-4">
          <EmptyInvoiceWarning invoice={invoice} />
          {missing.fields}
          {kind === 'revision' && <Revision invoice={invoice} />}
          <Field id="send-to" label="To" required error={errors.to?.message}>
            <Input type="email" autoComplete="off" {...register('to')} />
          </Field>
          {kinds.length > 1 && (
            <Field id="send-kind" label="Send as" hint={KINDS[kind].hint}>
              <Select
                value={kind}
                onValueChange={(next) => setValue('kind', next, { shouldDirty: true })}
                options={kinds.map((value) => ({ value, label: KINDS[value].label }))}
              />
            </Field>
          )}
          <Controller
            control={control}
            name="cc"
            render={({ field: { onChange, value, ...field } }) => (
              <Field
                id="send-cc"
                label="Copies to"
                hint="Email addresses, separated by commas. Everyone sees who gets a copy."
                error={errors.cc?.message}
              >
                <Input
                  {...field}
                  autoComplete="off"
                  defaultValue={value.join(', ')}
                  onChange={(event) => onChange(addressesIn(event.target.value))}
                />
              </Field>
            )}
          />
          <Field id="send-subject" label="Subject" required error={errors.subject?.message}>
            <Input autoComplete="off" {...register('subject')} />
          </Field>
          <Field
            id="send-message"
            label="Text"
            hint="Links and addresses are left out: the button to the portal is the only link."
            error={errors.message?.message}
          >
            <Textarea rows={6} {...register('message')} />
          </Field>
          <Switch label="Attach the invoice as PDF" {...register('attach_pdf')} />
          <Switch label="Send me a copy" hint={user.email} {...register('copy_to_me')} />
          <MissingRate invoice={invoice} error={errors.exchange_rate?.message}>
            <FigureInput {...figure(register, 'exchange_rate', EXCHANGE_RATE)} />
          </MissingRate>
        </div>
        <section aria-label="Preview" className="min-w-0">
          <Tabs
            label="Preview"
            steady
            tabs={[
              {
                value: 'email',
                label: 'Email',
                content: (
                  <MailPreview
                    className="min-h-120"
                    mail={mail}
                    sender={sender}
                    attachment={attach_pdf ? `${invoiceTitle(invoice)}.pdf` : null}
                  />
                ),
              },
              { value: 'pdf', label: 'PDF', content: <PdfPreview invoice={missing.saved} /> },
            ]}
          />
        </section>
      </DialogBody>
      <DialogFooter>
        <DialogClose />
        <Button type="submit" variant="primary" pending={isSubmitting}>
          {KINDS[kind].action}
        </Button>
      </DialogFooter>
    </DialogForm>
  )
}

const MailForm = z.object({
  kind: SendKind,
  to: z.string().trim().pipe(z.email('Please enter a valid email address').max(254)),
  copy_to_me: z.boolean(),
  cc: CopyAddresses,
  subject: maxLength(MAX_SUBJECT_LENGTH).refine(hasSubject, EMPTY_SUBJECT),
  message: maxLength(10_000),
  attach_pdf: z.boolean(),
  exchange_rate: ExchangeRate.nullish(),
})

const KINDS: Record<SendKind, { label: string; hint: string; action: string }> = {
  first: { label: 'An invoice', hint: '', action: 'Send' },
  copy: { label: 'A copy', hint: 'Nothing has changed since it was sent.', action: 'Send copy' },
  revision: { label: 'A revision', hint: '', action: 'Send revision' },
  reminder: { label: 'A reminder', hint: 'It is not paid yet.', action: 'Send reminder' },
}

/** The changes that the client will find. */
function Revision({ invoice: { sent_at, changes_since_sent } }: { invoice: Invoice }) {
  return (
    <Alert
      tone="info"
      title={`Changed since it was sent${sent_at ? ` on ${formatInstantDate(sent_at)}` : ''}`}
    >
      <DifferenceList changes={changes_since_sent} />
    </Alert>
  )
}
