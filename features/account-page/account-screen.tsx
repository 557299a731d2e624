import { type ReactNode, useEffect } from 'react'
import { Controller } from 'react-hook-form'
import { useBlocker, useSearchParams } from 'react-router'
import { useSession, useUpdateAccount } from '#features/account/client.ts'
import { AccountInput, User } from '#features/account/contract.ts'
import { TimeZonePicker } from '#features/account/time-zone-picker.tsx'
import { StorageUsage } from '#features/storage/storage-usage.tsx'
import { hasCode } from '#web/data/api-error.ts'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { errorList, showServerErrors, useSchemaForm } from '#web/forms/form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Input } from '#web/ui/input.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'
import { SecurityTab } from './security-tab.tsx'

const TABS = ['details', 'security'] as const
type TabName = (typeof TABS)[number]

export function AccountScreen() {
  const session = useSession()
  const [tab, setTab] = useTab()
  return (
    <>
      <PageHeader title="Account" description="Your business, time zone and sign-ins." />
      {session.status === 'signed-in' && (
        <Tabs<TabName>
          label="Account"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'details', label: 'Details', content: <AccountForm user={session.user} /> },
            { value: 'security', label: 'Security', content: <SecurityTab user={session.user} /> },
          ]}
        />
      )}
    </>
  )
}

/** The open tab is part of the address, so that it can be linked to. */
function useTab(): [TabName, (tab: TabName) => void] {
  const [search, setSearch] = useSearchParams()
  const tab = TABS.find((name) => name === search.get('tab')) ?? 'details'
  const setTab = (next: TabName) => setSearch(next === 'details' ? {} : { tab: next }, { replace: true })
  return [tab, setTab]
}

function AccountForm({ user }: { user: User }) {
  const form = useSchemaForm(AccountInput, detailsOf(user))
  const { register, control, handleSubmit, formState, reset } = form
  const { errors, isDirty, isSubmitting } = formState
  const update = useUpdateAccount()
  const conflict = useConflict(form, user, comparison)
  useLeaveGuard(isDirty && !isSubmitting)

  const submit = handleSubmit(async (entered) => {
    try {
      const saved = await conflict.save(entered, (ifMatch) => update.mutateAsync({ form: entered, ifMatch }))
      conflict.rebase(saved)
      reset(detailsOf(saved))
      toast.success('Account updated successfully')
    } catch (error) {
      if (!showServerErrors(form, error) && !hasCode(error, 'version_conflict'))
        toast.error('Failed to save account', 'Please try again later')
    }
  })

  return (
    <form noValidate onSubmit={submit} className="flex max-w-4xl flex-col gap-4">
      {conflict.panel}
      <FormErrors errors={errorList(errors, 'account')} />
      <Card>
        <Section title="Business" text="Shown on your invoices and in the client portal.">
          <Field
            id="account-business_name"
            label="Business name"
            optional
            error={errors.business_name?.message}
          >
            <Input autoComplete="organization" {...register('business_name')} />
          </Field>
          <Field
            id="account-business_address"
            label="Business address"
            optional
            error={errors.business_address?.message}
          >
            <Textarea rows={4} autoComplete="street-address" {...register('business_address')} />
          </Field>
        </Section>
        <Section title="Region" text="Determines what counts as today, this month and overdue.">
          <Controller
            control={control}
            name="time_zone"
            render={({ field: { onChange, ...field } }) => (
              <Field id="account-time_zone" label="Time zone" required error={errors.time_zone?.message}>
                <TimeZonePicker {...field} onValueChange={onChange} />
              </Field>
            )}
          />
          <Fact name="Currency" hint="All amounts are in US dollars for now.">
            US dollar ($)
          </Fact>
        </Section>
        <Section title="Sign-in" text="Comes from the account you sign in with.">
          <Fact name="Email">{user.email}</Fact>
        </Section>
        <Section title="Storage" text="The space your uploaded files take up.">
          <StorageUsage />
        </Section>
        <div className="flex justify-end border-t border-hairline px-5 py-4">
          <Button variant="primary" type="submit" pending={isSubmitting} disabled={!isDirty}>
            Save Changes
          </Button>
        </div>
      </Card>
    </form>
  )
}

const comparison: Comparison<typeof AccountInput, User> = {
  record: User,
  input: AccountInput,
  toForm: (user) => detailsOf(user),
  fields: {
    business_name: { label: 'Business name' },
    business_address: { label: 'Business address' },
    time_zone: { label: 'Time zone' },
  },
}

const detailsOf = ({ business_name, business_address, time_zone }: User) => ({
  business_name,
  business_address,
  time_zone,
})

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-4 border-t border-hairline p-5 first:border-0 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] md:gap-8">
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-0.5 text-meta text-muted">{text}</p>
      </div>
      <div className="flex flex-col gap-4">{children}</div>
    </section>
  )
}

/** A read-only value shown next to fields. */
function Fact({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <dl className="flex flex-col gap-1.5">
      <dt className="text-meta font-medium">{name}</dt>
      <dd className="wrap-anywhere text-muted">{children}</dd>
      {hint && <dd className="text-meta text-faint">{hint}</dd>}
    </dl>
  )
}

/** Asks before unsaved input is lost by a stray click or a closed tab. */
function useLeaveGuard(active: boolean) {
  const confirm = useConfirm()
  const blocker = useBlocker(active)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({
      title: 'Discard your changes?',
      consequences: 'They have not been saved yet.',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
    }).then((sure) => (sure ? blocker.proceed() : blocker.reset()))
  }, [blocker, confirm])

  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [active])
}
