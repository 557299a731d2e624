import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { EXCHANGE_RATE } from '#core/figures.ts'
import { formatMoney } from '#core/format.ts'
import { ExchangeRate } from '#core/money-schemas.ts'
import { clientQuery } from '#features/clients/client.ts'
import type { Client } from '#features/clients/contract.ts'
import { CopyLink } from '#features/portal-access/copy-link.tsx'
import { hasCode } from '#web/data/api-error.ts'
import { figure, showServerErrors, useSchemaForm } from '#web/forms/form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FigureInput } from '#web/ui/figure-input.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useSendInvoice } from './client.ts'
import type { Invoice } from './contract.ts'

type SendDialogProps = { invoice: Invoice; onClose(): void }

/** Names the recipient before sending. If no mail can be sent, it shows the link to share instead. */
export function SendDialog({ invoice, onClose }: SendDialogProps) {
  const [link, setLink] = useState<string | null>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={link ? `${invoice.invoice_number} is sent` : `Send ${invoice.invoice_number}`}
    >
      {link ? (
        <ShareLink url={link} clientName={invoice.client_name} />
      ) : (
        <AskAndSend invoice={invoice} onLink={setLink} onClose={onClose} />
      )}
    </Dialog>
  )
}

type AskAndSendProps = { invoice: Invoice; onLink(url: string): void; onClose(): void }

function AskAndSend({ invoice, onLink, onClose }: AskAndSendProps) {
  const client = useQuery(clientQuery(invoice.client_id))
  const sending = useSendInvoice(invoice.id)
  // Sends the version that was shown when the dialog opened.
  const [seen] = useState(invoice.version)
  const address = client.data?.email
  const reason = mailProblem(invoice, address, sending.error)
  const form = useSchemaForm(RateForm, { exchange_rate: null })

  const send = form.handleSubmit(async ({ exchange_rate = null }) => {
    try {
      const sent = await sending.mutateAsync({ mail: reason === null, exchange_rate, ifMatch: seen })
      if (sent.mailed_to) onClose()
      else onLink(sent.portal_url)
    } catch (error) {
      if (hasCode(error, 'version_conflict')) onClose()
      else showServerErrors(form, error)
    }
  })

  if (client.isPending) {
    return (
      <DialogBody>
        <Loading>
          <Skeleton className="h-24" />
        </Loading>
      </DialogBody>
    )
  }
  if (!client.data || client.data.archived) return <NoRecipient invoice={invoice} client={client.data} />
  const readAndApprove = client.data.approval_required ? 'read and approve it' : 'read it'
  return (
    <DialogForm onSubmit={send}>
      <DialogBody>
        {invoice.items.length === 0 && (
          <Alert tone="warning" title="This invoice has no items yet">
            Its total is {formatMoney(invoice.total, invoice.currency)}.
          </Alert>
        )}
        {reason ? (
          <p>
            {reason} The invoice will be marked as sent, and you will get a portal link to share, where{' '}
            {invoice.client_name} can {readAndApprove}.
          </p>
        ) : (
          <p>
            The invoice will be marked as sent, and <strong className="wrap-anywhere">{address}</strong> will
            get an email with the portal link, where {invoice.client_name} can {readAndApprove}.
          </p>
        )}
        {invoice.home_total === null && (
          <Field
            id="send-exchange_rate"
            label="Exchange rate"
            required
            hint={`How many ${invoice.home_currency} one ${invoice.currency} is worth. Your reports need it.`}
            error={form.formState.errors.exchange_rate?.message}
          >
            <FigureInput {...figure(form.register, 'exchange_rate', EXCHANGE_RATE)} />
          </Field>
        )}
      </DialogBody>
      <DialogFooter>
        <DialogClose />
        <Button type="submit" variant="primary" pending={sending.isPending}>
          {reason ? 'Mark as sent and get the link' : 'Send'}
        </Button>
      </DialogFooter>
    </DialogForm>
  )
}

const RateForm = z.object({ exchange_rate: ExchangeRate.nullish() })

/** An archived client is no longer in the lists, but still on invoices. */
function NoRecipient({ invoice, client }: { invoice: Invoice; client: Client | undefined }) {
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

function mailProblem(invoice: Invoice, address: string | undefined, error: Error | null): string | null {
  if (!address) return `${invoice.client_name} has no email address.`
  if (hasCode(error, 'mail_not_set_up')) return 'Email is not set up on this server.'
  return null
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
