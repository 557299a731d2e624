import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { EXCHANGE_RATE } from '#core/figures.ts'
import { ExchangeRate } from '#core/money-schemas.ts'
import { invoiceQuery } from '#features/billing/invoices/client.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { connectionQuery } from '#features/billing/payments/client.ts'
import { clientQuery, useChangeClientDetail } from '#features/engagement/clients/client.ts'
import type { Client } from '#features/engagement/clients/contract.ts'
import { CopyLink } from '#features/engagement/portal-access/copy-link.tsx'
import { useSession } from '#features/foundation/account/client.ts'
import { businessQuery } from '#features/foundation/business/client.ts'
import { invoiceInSentence, invoiceTitle } from '#features/foundation/business/rules.ts'
import { hasCode } from '#web/data/api-error.ts'
import { figure, showServerErrors, useSchemaForm } from '#web/forms/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput } from '#web/ui/figure-input.tsx'
import { Input } from '#web/ui/input.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { remindersQuery, useScheduleInvoice, useSendInvoice } from './client.ts'
import type { ScheduleForm } from './contract/sending.ts'
import { useMissingDetails } from './missing-details.tsx'
import { EmptyInvoiceWarning, MissingRate, useEmptyInvoiceCheck } from './send-checks.tsx'
import { type Send, SendMailForm } from './send-mail-form.tsx'

type SendDialogProps = {
  invoice: Invoice
  /** True to choose a time first. */
  later?: boolean
  onClose(): void
}

/** Shows mail and invoice before they are sent. If no mail can be sent, it shows the link to share instead. */
export function SendDialog({ invoice, later = false, onClose }: SendDialogProps) {
  // A change of a moment ago may make it a revision, which the server knows.
  const { isFetchedAfterMount } = useQuery({ ...invoiceQuery(invoice.id), refetchOnMount: 'always' })
  const client = useQuery(clientQuery(invoice.client_id))
  const business = useQuery(businessQuery)
  const reminders = useQuery(remindersQuery)
  const online = useQuery(connectionQuery(false))
  const isPaidOnline = online.data?.status === 'ready'
  const session = useSession()
  const sending = useSendInvoice(invoice.id)
  const scheduling = useScheduleInvoice(invoice.id)
  const [link, setLink] = useState<string | null>(null)
  const [typed, setTyped] = useState(false)
  const [sharing, setSharing] = useState(false)

  const recipient = client.data?.archived === false ? client.data : null
  const problem = mailProblem(invoice, recipient?.email, sending.error)
  const ready = business.data && reminders.data && session.status === 'signed-in'
  const isLoading =
    client.isPending ||
    business.isPending ||
    reminders.isPending ||
    online.isPending ||
    session.status === 'pending' ||
    !isFetchedAfterMount

  const closeOnConflict = (error: unknown) => {
    if (!hasCode(error, 'version_conflict')) throw error
    onClose()
  }
  const send: Send = async (form, prepare) => {
    try {
      const sent = await sending.mutateAsync({ form, ifMatch: await prepare() })
      if (sent.mailed_to) onClose()
      else setLink(sent.portal_url)
    } catch (error) {
      closeOnConflict(error)
    }
  }
  const schedule: Send<ScheduleForm> = async (form, prepare) => {
    try {
      await scheduling.mutateAsync({ form, ifMatch: await prepare() })
      onClose()
    } catch (error) {
      closeOnConflict(error)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size={recipient && ready && !problem && !link ? 'xl' : 'sm'}
      title={link ? `${invoiceTitle(invoice)} is sent` : `Send ${invoiceInSentence(invoice)}`}
      guardUnsaved={typed && !link && !sending.isPending}
    >
      {link ? (
        <ShareLink url={link} clientName={invoice.client_name} />
      ) : isLoading ? (
        <SendLoading />
      ) : recipient && !recipient.email && !sharing ? (
        <MissingAddress client={recipient} onShare={() => setSharing(true)} />
      ) : recipient && problem ? (
        <MarkAsSent
          invoice={invoice}
          client={recipient}
          problem={problem}
          isPaidOnline={isPaidOnline}
          send={send}
        />
      ) : recipient && ready ? (
        <SendMailForm
          invoice={invoice}
          client={recipient}
          business={business.data}
          reminders={reminders.data}
          user={session.user}
          isPaidOnline={isPaidOnline}
          send={send}
          schedule={schedule}
          later={later}
          onDirtyChange={setTyped}
        />
      ) : (
        <CannotSend invoice={invoice} client={client.data} />
      )}
    </Dialog>
  )
}

const noAddress = (name: string): string => `${name} has no email address.`

function mailProblem(invoice: Invoice, address: string | undefined, error: Error | null): string | null {
  if (!address) return noAddress(invoice.client_name)
  if (hasCode(error, 'mail_not_set_up')) return 'Email is not set up on this server.'
  return null
}

function SendLoading() {
  return (
    <DialogBody>
      <Loading>
        <Skeleton className="h-24" />
      </Loading>
    </DialogBody>
  )
}

type MissingAddressProps = { client: Client; onShare(): void }

/** Asks for the address right where it is missing, and goes on to the mail. */
function MissingAddress({ client, onShare }: MissingAddressProps) {
  const change = useChangeClientDetail(client)
  const form = useSchemaForm(AddressForm, { email: '' })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ email }) => {
    await change.mutateAsync({ email }).catch(() => undefined)
  })
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <p>{noAddress(client.name)}</p>
        <Field
          id="send-address"
          label={`Email address of ${client.name}`}
          required
          hint="It is kept with the client."
          error={errors.email?.message}
        >
          <Input type="email" autoComplete="off" {...form.register('email')} />
        </Field>
      </DialogBody>
      <DialogFooter>
        <DialogClose />
        <Button onClick={onShare}>Share a link instead</Button>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Save and go on
        </Button>
      </DialogFooter>
    </DialogForm>
  )
}

const AddressForm = z.object({
  email: z.string().trim().pipe(z.email('Please enter a valid email address').max(254)),
})

type MarkAsSentProps = {
  invoice: Invoice
  client: Client
  problem: string
  isPaidOnline: boolean
  send: Send
}

function MarkAsSent({ invoice, client, problem, isPaidOnline, send }: MarkAsSentProps) {
  const missing = useMissingDetails(invoice, isPaidOnline)
  const form = useSchemaForm(RateForm, { exchange_rate: null })
  const { errors, isSubmitting } = form.formState
  const mayBeSent = useEmptyInvoiceCheck(invoice.id)
  const submit = form.handleSubmit(async ({ exchange_rate }) => {
    if (!(await missing.isValid()) || !(await mayBeSent())) return
    try {
      await send({ mail: false, exchange_rate }, () => missing.save())
    } catch (error) {
      showServerErrors(form, error)
    }
  })
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <EmptyInvoiceWarning invoice={invoice} />
        <p>
          {problem} The invoice will be marked as sent, and you will get a portal link to share, where{' '}
          {invoice.client_name} can {client.approval_required ? 'read and approve it' : 'read it'}.
        </p>
        <MissingRate invoice={invoice} error={errors.exchange_rate?.message}>
          <FigureInput {...figure(form.register, 'exchange_rate', EXCHANGE_RATE)} />
        </MissingRate>
        {missing.fields}
      </DialogBody>
      <DialogFooter>
        <DialogClose />
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Mark as sent and get the link
        </Button>
      </DialogFooter>
    </DialogForm>
  )
}

const RateForm = z.object({ exchange_rate: ExchangeRate.nullish() })

/** An archived client is no longer in the lists, but still on invoices. */
function CannotSend({ invoice, client }: { invoice: Invoice; client: Client | undefined }) {
  return (
    <>
      <DialogBody>
        <p>
          {client?.archived
            ? `${invoice.client_name} is archived, so the invoice cannot be sent.`
            : `${invoice.client_name} could not be loaded. Please try again later.`}
        </p>
      </DialogBody>
      <DialogFooter>
        <DialogClose>Close</DialogClose>
      </DialogFooter>
    </>
  )
}

function ShareLink({ url, clientName }: { url: string; clientName: string }) {
  return (
    <>
      <DialogBody>
        <p>Share this link with {clientName}:</p>
        <CopyLink url={url} label="Portal link to the invoice" variant="primary" />
      </DialogBody>
      <DialogFooter>
        <DialogClose>Done</DialogClose>
      </DialogFooter>
    </>
  )
}
