import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { clientQuery } from '#features/clients/client.ts'
import type { Client } from '#features/clients/contract.ts'
import { CopyLink } from '#features/portal-access/copy-link.tsx'
import { hasCode } from '#web/data/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#web/ui/dialog.tsx'
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

  const send = async (mail: boolean) => {
    try {
      const sent = await sending.mutateAsync({ mail, ifMatch: seen })
      if (sent.mailed_to) onClose()
      else onLink(sent.portal_url)
    } catch (error) {
      if (hasCode(error, 'version_conflict')) onClose()
    }
  }

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
    <>
      <DialogBody>
        {invoice.items.length === 0 && (
          <Alert tone="warning" title="This invoice has no items yet">
            Its total is {formatMoney(0, invoice.currency)}.
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
      </DialogBody>
      <DialogFooter>
        <DialogClose />
        {reason ? (
          <Button variant="primary" pending={sending.isPending} onClick={() => send(false)}>
            Mark as sent and get the link
          </Button>
        ) : (
          <Button variant="primary" pending={sending.isPending} onClick={() => send(true)}>
            Send
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

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
