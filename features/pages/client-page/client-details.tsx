import { useQuery } from '@tanstack/react-query'
import { countryName } from '#core/country.ts'
import { countOf, formatInstantLongDate, formatMoney } from '#core/format.ts'
import { EInvoiceReadiness } from '#features/billing/documents/e-invoice-readiness.tsx'
import { missingFromBuyer } from '#features/billing/documents/rules/e-invoice-readiness.ts'
import type { Client } from '#features/engagement/clients/contract.ts'
import { ContactsPanel } from '#features/engagement/contacts/contacts-panel.tsx'
import { businessQuery } from '#features/foundation/business/client.ts'
import { Panel } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useMedia } from '#web/ui/use-wide.ts'
import { EditableDetail } from './editable-detail.tsx'

type ClientDetailsProps = { client: Client; className: string }

/** Notes and details. Texts are edited where they stand, the rest in the dialog. */
export function ClientDetails({ client, className }: ClientDetailsProps) {
  const isPhone = useMedia('(width < 48rem)')
  return (
    <aside aria-label="Client details" className={cx('min-w-0', className)}>
      {isPhone ? (
        <Disclosure label="Notes, contacts and details">
          <Details client={client} />
        </Disclosure>
      ) : (
        <Details client={client} />
      )}
    </aside>
  )
}

function Details({ client }: Pick<ClientDetailsProps, 'client'>) {
  return (
    <div className="flex flex-col gap-5">
      <Panel title="Notes" description="Only you see them">
        <EditableDetail
          client={client}
          name="notes"
          label="Notes"
          hideLabel
          placeholder="Add notes"
          multiline
        />
      </Panel>
      <ContactsPanel client={client} />
      <Panel
        title="Details"
        actions={
          !client.archived && (
            <TextLink to={`?edit=${client.id}`} state={{ openedHere: true }} preventScrollReset>
              Edit all
            </TextLink>
          )
        }
      >
        <dl className="flex flex-col gap-3">
          <EditableDetail client={client} name="company" label="Company" />
          <EditableDetail client={client} name="email" label="Email" />
          <EditableDetail client={client} name="phone" label="Phone" />
          <EditableDetail client={client} name="address" label="Address" multiline />
          <EditableDetail client={client} name="postal_code" label="Postal code" />
          <EditableDetail client={client} name="city" label="City" />
          <Detail label="Country" value={client.country && countryName(client.country)} />
          <EditableDetail client={client} name="tax_id" label="Tax ID" />
          <Detail label="Currency" value={client.currency} />
          <Detail
            label="Hourly rate"
            value={client.hourly_rate === null ? '' : formatMoney(client.hourly_rate, client.currency)}
          />
          <Detail
            label="Payment terms"
            value={client.payment_terms_days === null ? '' : countOf(client.payment_terms_days, 'day')}
          />
          <Detail label="Copies of invoices to" value={client.cc_emails.join(', ')} />
          <Detail label="Invoices ask for approval" value={client.approval_required ? 'Yes' : 'No'} />
          <Detail label="Automatic reminders" value={client.reminders_enabled ? 'Yes' : 'No'} />
          <Detail label="Emails about deliverables and comments" value={mailState(client)} />
        </dl>
      </Panel>
      {!client.archived && <ClientEInvoice client={client} />}
    </div>
  )
}

function mailState({ mails_enabled, unsubscribed_at }: Client): string {
  if (unsubscribed_at) return `Unsubscribed on ${formatInstantLongDate(unsubscribed_at)}`
  return mails_enabled ? 'Yes' : 'No'
}

/** Only for a freelancer who entered a country: without one, no law asks for e-invoices. */
function ClientEInvoice({ client }: { client: Client }) {
  const { data: business } = useQuery(businessQuery)
  if (!business?.country) return null
  return (
    <EInvoiceReadiness
      missing={missingFromBuyer(client)}
      ready={<p>Invoices to this client can be e-invoices.</p>}
      incomplete="For e-invoices, more about this client is needed:"
      renderDetail={({ text }) => (
        <TextLink to={`?edit=${client.id}`} state={{ openedHere: true }} preventScrollReset>
          {text}
        </TextLink>
      )}
    />
  )
}

function Detail({ label, value }: { label: string; value: string }) {
  if (!value) return null
  return (
    <div>
      <dt className="text-micro text-faint">{label}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </div>
  )
}
