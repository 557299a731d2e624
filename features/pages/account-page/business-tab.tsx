import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EInvoiceReadiness } from '#features/billing/documents/e-invoice-readiness.tsx'
import { missingFromSeller } from '#features/billing/documents/rules/e-invoice-readiness.ts'
import type { User } from '#features/foundation/account/contract.ts'
import { businessQuery, useRemoveLogo } from '#features/foundation/business/client.ts'
import type { Business } from '#features/foundation/business/contract.ts'
import { LogoField } from '#features/foundation/business/logo-field.tsx'
import { errorList } from '#web/forms/form.ts'
import { useFieldHash } from '#web/navigation/use-field-hash.ts'
import { FieldLink } from '#web/ui/field-link.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Jumps } from '#web/ui/jumps.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import {
  AddressAndTaxFields,
  DefaultFields,
  IdentityFields,
  NumberFields,
  PaymentFields,
  TimeFields,
} from './business-fields.tsx'
import { useBusinessForm } from './business-form.tsx'
import { BusinessSection } from './business-section.tsx'
import { DiscardGuard } from './discard-guard.tsx'
import { FinalityFields, FinalityProposal } from './finality.tsx'
import { InvoicePreview } from './invoice-preview.tsx'
import { MailFields } from './mail-fields.tsx'
import { SECTIONS, sectionsWith } from './rules.ts'

export function BusinessTab({ user }: { user: User }) {
  const { data, isError, refetch } = useQuery(businessQuery)
  if (data) return <BusinessProfile business={data} user={user} />
  if (isError) return <LoadFailed what="Your business" retry={() => void refetch()} />
  return (
    <Loading>
      <Skeleton className="h-96" />
    </Loading>
  )
}

const TITLES = Object.fromEntries(Object.entries(SECTIONS).map(([id, { title }]) => [id, title]))

function BusinessProfile({ business, user }: { business: Business; user: User }) {
  useFieldHash()
  const { form, changed, conflict, submitWith, discard } = useBusinessForm(business)
  const { errors, isSubmitting } = form.formState
  const [logoRemoved, setLogoRemoved] = useState(false)
  const logoRemoval = useRemoveLogo()
  const unsaved = sectionsWith(changed, logoRemoved)
  const isDirty = unsaved.length > 0
  const [only] = unsaved
  const title = unsaved.length === 1 && only ? only : 'Business'
  const removeLogo = () => {
    if (logoRemoved) logoRemoval.mutate(undefined, { onSettled: () => setLogoRemoved(false) })
  }
  const entered = form.watch()
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <DiscardGuard active={isDirty && !isSubmitting} />
      <form
        noValidate
        aria-label="Business"
        onSubmit={submitWith(title, removeLogo)}
        className="flex min-w-0 flex-col gap-4"
      >
        <Jumps label="Parts of the profile" sections={TITLES} />
        {conflict}
        <FormErrors errors={errorList(errors, 'business')} />
        <BusinessSection section="identity" text="Who your documents come from.">
          <LogoField savedId={business.logo_id} isRemoved={logoRemoved} onRemovedChange={setLogoRemoved} />
          <IdentityFields form={form} />
        </BusinessSection>
        <BusinessSection section="address" text="Shown below your name.">
          <AddressAndTaxFields form={form} />
        </BusinessSection>
        <FinalityProposal business={business} country={entered.country ?? business.country} />
        <EInvoiceReadiness
          missing={missingFromSeller(business)}
          ready={<p>Your invoices can be e-invoices: Factur-X, also called ZUGFeRD, by the norm EN 16931.</p>}
          incomplete="For e-invoices (Factur-X, also called ZUGFeRD), add what is missing:"
          renderDetail={({ field, text }) => <FieldLink id={`business-${field}`}>{text}</FieldLink>}
        />
        <BusinessSection section="payment" text="Where clients send what they owe you.">
          <PaymentFields form={form} />
        </BusinessSection>
        <BusinessSection
          section="defaults"
          text="What a new invoice starts with. You can change all of it on the invoice."
        >
          <DefaultFields form={form} business={business} />
        </BusinessSection>
        <BusinessSection
          section="emails"
          text="What an email with an invoice says. You can change it whenever you send one."
        >
          <MailFields form={form} business={business} user={user} />
        </BusinessSection>
        <BusinessSection section="numbers" text="How your next invoice is numbered.">
          <NumberFields form={form} />
        </BusinessSection>
        <BusinessSection
          section="finality"
          text="What happens to an invoice once it is sent, approved or paid."
        >
          <FinalityFields form={form} business={business} />
        </BusinessSection>
        <BusinessSection section="time" text="How you count your work.">
          <TimeFields form={form} />
        </BusinessSection>
        <SaveBar
          isShown={isDirty}
          isSaving={isSubmitting}
          what={formatList(unsaved)}
          fullLabel={`Save ${title.toLowerCase()}`}
          onDiscard={() => {
            discard()
            setLogoRemoved(false)
          }}
        />
      </form>
      <InvoicePreview business={business} entered={entered} user={user} />
    </div>
  )
}

const formatList = (titles: string[]): string => new Intl.ListFormat('en').format(titles)
