import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { EInvoiceReadiness } from '#features/billing/documents/e-invoice-readiness.tsx'
import { missingFromSeller } from '#features/billing/documents/rules/e-invoice-readiness.ts'
import type { User } from '#features/foundation/account/contract.ts'
import { businessQuery, useRemoveLogo } from '#features/foundation/business/client.ts'
import type { Business, BusinessForm } from '#features/foundation/business/contract.ts'
import { LogoField } from '#features/foundation/business/logo-field.tsx'
import { useFieldHash } from '#web/navigation/use-field-hash.ts'
import { FieldLink } from '#web/ui/field-link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import {
  AddressAndTaxFields,
  DefaultFields,
  IdentityFields,
  NumberFields,
  PaymentFields,
  TimeFields,
} from './business-fields.tsx'
import { BusinessSection } from './business-section.tsx'
import { DiscardGuard } from './discard-guard.tsx'
import { FinalityFields, FinalityProposal } from './finality.tsx'
import { InvoicePreview } from './invoice-preview.tsx'
import { MailFields } from './mail-fields.tsx'

export function BusinessTab({ user }: { user: User }) {
  const { data, isError, refetch } = useQuery(businessQuery)
  if (data) return <BusinessSections business={data} user={user} />
  if (isError) return <LoadFailed what="Your business" retry={() => void refetch()} />
  return (
    <Loading>
      <Skeleton className="h-96" />
    </Loading>
  )
}

function BusinessSections({ business, user }: { business: Business; user: User }) {
  useFieldHash()
  const [entered, setEntered] = useState<BusinessForm>({})
  const [unsaved, setUnsaved] = useState<Record<string, boolean>>({})
  const onEnter = useCallback((values: BusinessForm) => setEntered((all) => ({ ...all, ...values })), [])
  const onDirtyChange = useCallback(
    (title: string, dirty: boolean) => setUnsaved((all) => ({ ...all, [title]: dirty })),
    [],
  )
  const [logoRemoved, setLogoRemoved] = useState(false)
  const logoRemoval = useRemoveLogo()
  const removeLogo = () => logoRemoval.mutate(undefined, { onSettled: () => setLogoRemoved(false) })
  const shared = { business, onEnter, onDirtyChange }
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
      <DiscardGuard active={Object.values(unsaved).includes(true)} />
      <div className="flex min-w-0 flex-col gap-4">
        <BusinessSection
          {...shared}
          title="Identity"
          text="Who your documents come from."
          names={['name', 'email', 'phone', 'website']}
          above={
            <LogoField savedId={business.logo_id} isRemoved={logoRemoved} onRemovedChange={setLogoRemoved} />
          }
          besides={logoRemoved ? removeLogo : undefined}
        >
          {(form) => <IdentityFields form={form} />}
        </BusinessSection>
        <BusinessSection
          {...shared}
          title="Address and tax"
          text="Shown below your name."
          names={['address', 'postal_code', 'city', 'country', 'tax_id', 'tax_name']}
        >
          {(form) => <AddressAndTaxFields form={form} />}
        </BusinessSection>
        <FinalityProposal business={business} country={entered.country ?? business.country} />
        <EInvoiceReadiness
          missing={missingFromSeller(business)}
          ready={<p>Your invoices can be e-invoices: Factur-X, also called ZUGFeRD, by the norm EN 16931.</p>}
          incomplete="For e-invoices (Factur-X, also called ZUGFeRD), more about you is needed:"
          renderDetail={({ field, text }) => <FieldLink id={`business-${field}`}>{text}</FieldLink>}
        />
        <BusinessSection
          {...shared}
          title="Payment details"
          text="Where clients send what they owe you."
          names={['payment_details', 'account_holder', 'iban', 'bic']}
        >
          {(form) => <PaymentFields form={form} />}
        </BusinessSection>
        <BusinessSection
          {...shared}
          title="Defaults"
          text="What a new invoice starts with. You can change all of it on the invoice."
          names={['currency', 'locale', 'tax_rate', 'payment_terms_days', 'hourly_rate', 'notes', 'footer']}
        >
          {(form) => <DefaultFields form={form} business={business} />}
        </BusinessSection>
        <BusinessSection
          {...shared}
          title="Invoice emails"
          text="What an email with an invoice says. You can change it whenever you send one."
          names={['invoice_mail_subject', 'invoice_mail_text']}
        >
          {(form) => <MailFields form={form} business={business} user={user} />}
        </BusinessSection>
        <BusinessSection
          {...shared}
          title="Numbers"
          text="How your next invoice is numbered."
          names={['invoice_prefix', 'next_invoice_number']}
        >
          {(form) => <NumberFields form={form} />}
        </BusinessSection>
        <BusinessSection
          {...shared}
          title="Issued invoices"
          text="What happens to an invoice once it is sent, approved or paid."
          names={['issued_is_final']}
        >
          {(form) => <FinalityFields form={form} business={business} />}
        </BusinessSection>
        <BusinessSection
          {...shared}
          title="Time"
          text="How you count your work."
          names={['week_starts_on', 'hours_per_day', 'time_rounding_minutes', 'time_rounding_mode']}
        >
          {(form) => <TimeFields form={form} />}
        </BusinessSection>
      </div>
      <InvoicePreview business={business} entered={entered} user={user} />
    </div>
  )
}
