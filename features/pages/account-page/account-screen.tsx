import { FileInput, FolderDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Controller } from 'react-hook-form'
import { useSession, useUpdateAccount } from '#features/foundation/account/client.ts'
import { AccountInput, User } from '#features/foundation/account/contract.ts'
import { TimeZonePicker } from '#features/foundation/account/time-zone-picker.tsx'
import { StorageUsage } from '#features/foundation/storage/storage-usage.tsx'
import { saveExport } from '#features/pages/export/client.ts'
import { hasCode } from '#web/data/api-error.ts'
import { type Comparison, useConflict } from '#web/forms/conflict.tsx'
import { errorList, showServerErrors, useSchemaForm } from '#web/forms/form.ts'
import { useSingleKeys } from '#web/keyboard/single-keys.ts'
import { useTabLink } from '#web/navigation/tab-link.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { DiscardGuard } from './discard-guard.tsx'

const BusinessTab = lazy(async () => ({ default: (await import('./business-tab.tsx')).BusinessTab }))
const BusinessNavigation = lazy(async () => ({
  default: (await import('./business-navigation.tsx')).BusinessNavigation,
}))
const PaymentsTab = lazy(async () => ({ default: (await import('./payments-tab.tsx')).PaymentsTab }))
const RemindersTab = lazy(async () => ({ default: (await import('./reminders-tab.tsx')).RemindersTab }))
const SecurityTab = lazy(async () => ({ default: (await import('./security-tab.tsx')).SecurityTab }))

const TABS = ['details', 'business', 'payments', 'reminders', 'security'] as const

export function AccountScreen() {
  const session = useSession()
  const [tab, setTab] = useTabLink(TABS)
  return (
    <>
      <PageHeader title="Account" description="Your business, time zone and sign-ins." />
      {session.status === 'signed-in' && (
        <Tabs
          label="Account"
          value={tab}
          onValueChange={setTab}
          side={{
            below: tab === 'business' && (
              <Suspense>
                <BusinessNavigation />
              </Suspense>
            ),
          }}
          tabs={[
            { value: 'details', label: 'Details', content: <AccountForm user={session.user} /> },
            { value: 'business', label: 'Business', content: <BusinessTab user={session.user} /> },
            { value: 'payments', label: 'Payments', content: <PaymentsTab /> },
            { value: 'reminders', label: 'Reminders', content: <RemindersTab user={session.user} /> },
            { value: 'security', label: 'Security', content: <SecurityTab user={session.user} /> },
          ]}
        />
      )}
    </>
  )
}

/** Name and address are sent along as they are: they are edited with the business. */
function AccountForm({ user }: { user: User }) {
  const form = useSchemaForm(AccountInput, detailsOf(user))
  const { control, handleSubmit, formState, reset } = form
  const { errors, isDirty, isSubmitting } = formState
  const update = useUpdateAccount()
  const conflict = useConflict(form, user, comparison)

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
      <DiscardGuard active={isDirty && !isSubmitting} />
      {conflict.panel}
      <FormErrors errors={errorList(errors, 'account')} />
      <Card>
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
        </Section>
        <Section title="Keyboard" text="Applies to this browser, at once.">
          <SingleKeysSwitch />
        </Section>
        <Section title="Sign-in" text="Comes from the account you sign in with.">
          <Fact name="Email">{user.email}</Fact>
        </Section>
        <Section title="Storage" text="The space your uploaded files take up.">
          <StorageUsage />
        </Section>
        <Section title="Data" text="Bring your books along from another tool, or take them with you.">
          <div className="flex flex-wrap gap-2">
            <ButtonLink to="/import">
              <FileInput aria-hidden /> Import
            </ButtonLink>
            <Button onClick={saveExport}>
              <FolderDown aria-hidden /> Export all data
            </Button>
          </div>
        </Section>
      </Card>
      <SaveBar
        isShown={isDirty}
        isSaving={isSubmitting}
        label="Save Changes"
        onDiscard={() => reset(detailsOf(user))}
      />
    </form>
  )
}

function SingleKeysSwitch() {
  const [isOn, turn] = useSingleKeys()
  return (
    <Switch
      label="Shortcuts of a single key, such as T for the timer"
      hint="Turn this off if you use voice control."
      checked={isOn}
      onChange={({ currentTarget }) => turn(currentTarget.checked)}
    />
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
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <dl className="flex flex-col gap-1.5">
      <dt className="text-meta font-medium">{name}</dt>
      <dd className="wrap-anywhere text-muted">{children}</dd>
    </dl>
  )
}
