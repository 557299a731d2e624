import { CalendarClock } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { addDays, dateIn, timeIn } from '#core/calendar.ts'
import type { IfMatch } from '#core/endpoint.ts'
import { EXCHANGE_RATE } from '#core/figures.ts'
import { formatDate, formatInstantDate } from '#core/format.ts'
import { ExchangeRate } from '#core/money-schemas.ts'
import { CopyAddresses } from '#core/schemas.ts'
import { addressesIn, maxLength } from '#core/text.ts'
import { PdfPreview } from '#features/billing/documents/pdf-preview.tsx'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { DifferenceList } from '#features/billing/invoices/difference-list.tsx'
import type { Client } from '#features/engagement/clients/contract.ts'
import { senderNameFrom } from '#features/engagement/notifications/rules/mails.ts'
import { useTimeZone, useToday } from '#features/foundation/account/client.ts'
import type { User } from '#features/foundation/account/contract.ts'
import type { Business } from '#features/foundation/business/contract.ts'
import { invoiceTitle } from '#features/foundation/business/rules.ts'
import { figure, showServerErrors, useSchemaForm } from '#web/forms/form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput } from '#web/ui/figure-input.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import type { Reminders } from './contract/reminders.ts'
import {
  DEFAULT_SEND_TIME,
  MAX_SUBJECT_LENGTH,
  type ScheduleForm,
  type SendForm,
  SendKind,
} from './contract/sending.ts'
import { MailPreview } from './mail-preview.tsx'
import { useMissingDetails } from './missing-details.tsx'
import {
  EMPTY_SUBJECT,
  hasSubject,
  type MailDraft,
  proposedMail,
  readMail,
  sendKinds,
} from './rules/mails.ts'
import { reminderText } from './rules/reminders.ts'
import { EmptyInvoiceWarning, MissingRate, useEmptyInvoiceCheck } from './send-checks.tsx'

/** Sends the version that `prepare` gives. Throws what the server refused, for the form to show. */
export type Send<Form = SendForm> = (form: Form, prepare: () => Promise<IfMatch>) => Promise<void>

type SendMailFormProps = {
  invoice: Invoice
  client: Client
  business: Business
  reminders: Reminders
  user: User
  /** True if clients can pay online. */
  isPaidOnline: boolean
  send: Send
  schedule: Send<ScheduleForm>
  /** True to choose a time first. */
  later: boolean
  onDirtyChange(dirty: boolean): void
}

/** The mail to send beside what the client will see of it. */
export function SendMailForm(props: SendMailFormProps) {
  const { client, business, reminders, user, isPaidOnline, send, schedule, onDirtyChange } = props
  const today = useToday()
  const missing = useMissingDetails(props.invoice, isPaidOnline)
  const invoice = missing.preview
  const [kinds] = useState(() => sendKinds(invoice, today))
  const sender = senderNameFrom(invoice.details.seller.name, user.google_user_data.name ?? '')
  const factsFor = (kind: SendKind) => ({ kind, invoice, client, sender, today })
  const text = reminderText(reminders, invoice.due_date, today)
  const proposalFor = (kind: SendKind) => proposedMail(factsFor(kind), business, text)
  const timeZone = useTimeZone()
  const [later, setLater] = useState(props.later)
  const { scheduled_for, scheduled_mail: written } = props.invoice
  const first = proposalFor(kinds[0])
  const form = useSchemaForm(MailForm, {
    kind: kinds[0],
    subject: written?.subject ?? first.subject,
    message: written?.message ?? first.message,
    to: written?.to ?? client.email,
    cc: written?.cc ?? client.cc_emails,
    attach_pdf: written?.attach_pdf ?? true,
    copy_to_me: false,
    exchange_rate: null,
    date: scheduled_for ? dateIn(timeZone, scheduled_for) : addDays(today, 1),
    time: scheduled_for ? timeIn(timeZone, scheduled_for) : DEFAULT_SEND_TIME,
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

  /** Without what is proposed, which follows the invoice until then. */
  const chosen = ({ to, subject, message }: MailDraft & { to: string }) => ({
    ...(to !== client.email && { to }),
    ...(subject !== proposal.subject && { subject }),
    ...(message !== proposal.message && { message }),
  })

  const mayBeSent = useEmptyInvoiceCheck(invoice.id)
  const submit = form.handleSubmit(async ({ copy_to_me, cc: copies, date, time, ...entered }) => {
    if (!(await missing.isValid()) || !(await mayBeSent())) return
    const cc = copy_to_me ? [...copies, user.email] : copies
    try {
      if (later) {
        const copied = cc.join() === client.cc_emails.join() ? {} : { cc }
        const { attach_pdf, exchange_rate } = entered
        const body = { date, time, attach_pdf, ...chosen(entered), ...copied }
        await schedule(body, () => missing.save(exchange_rate ?? null))
      } else {
        const { to, subject, message, ...others } = entered
        // The number that a draft gets by being sent is unknown here, so the server writes what was not changed.
        const text = invoice.number === null ? chosen(entered) : { to, subject, message }
        await send({ mail: true, ...others, ...text, cc }, () => missing.save())
      }
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  const mail = readMail(factsFor(kind), { subject, message })
  const title = invoice.number === null && invoice.status === 'draft' ? 'Invoice' : invoiceTitle(invoice)
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody className="lg:grid lg:grid-cols-2 lg:items-start lg:gap-8">
        <div className="flex min-w-0 flex-col gap-4">
          <EmptyInvoiceWarning invoice={invoice} />
          {later && (
            <div>
              <div className="grid gap-x-4 gap-y-3 min-[23rem]:grid-cols-2">
                <Field id="send-date" label="Send on" required error={errors.date?.message}>
                  <DateInput min={today} {...register('date')} />
                </Field>
                <Field id="send-time" label="At" required error={errors.time?.message}>
                  <Input type="time" {...register('time')} />
                </Field>
              </div>
              <p className="mt-1.5 text-meta text-faint">
                In your time zone, {timeZone}. Until then it stays a draft that you can change. It keeps its
                date, {formatDate(invoice.issue_date)}.
              </p>
            </div>
          )}
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
                    attachment={attach_pdf ? `${title}.pdf` : null}
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
        {invoice.status === 'draft' && (
          <Button onClick={() => setLater(!later)}>
            {later ? (
              'Send now instead'
            ) : (
              <>
                <CalendarClock aria-hidden /> Send later
              </>
            )}
          </Button>
        )}
        <Button type="submit" variant="primary" pending={isSubmitting}>
          {later ? 'Schedule' : KINDS[kind].action}
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
  date: z.string().min(1, 'Date is required'),
  time: z.string().min(1, 'Time is required'),
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
