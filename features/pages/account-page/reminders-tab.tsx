import { useQuery } from '@tanstack/react-query'
import { BellPlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { remindersQuery, useUpdateReminders } from '#features/billing/sending/client.ts'
import {
  MAX_REMINDERS,
  type MailText,
  type ReminderRule,
  type Reminders,
} from '#features/billing/sending/contract/reminders.ts'
import { describeDay, NO_TEXT } from '#features/billing/sending/rules/reminders.ts'
import type { User } from '#features/foundation/account/contract.ts'
import { businessQuery } from '#features/foundation/business/client.ts'
import type { Business } from '#features/foundation/business/contract.ts'
import { failureOf } from '#web/data/list.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'

const ReminderDialog = lazyDialog(() => import('./reminder-dialog.tsx'), 'ReminderDialog')
const ThanksDialog = lazyDialog(() => import('./reminder-dialog.tsx'), 'ThanksDialog')

export function RemindersTab({ user }: { user: User }) {
  const reminders = useQuery(remindersQuery)
  const business = useQuery(businessQuery)
  const failure = failureOf(reminders) ?? failureOf(business)
  if (reminders.data && business.data)
    return <RemindersForm reminders={reminders.data} business={business.data} user={user} />
  if (failure) return <LoadFailed what="Your reminders" {...failure} />
  return (
    <Loading>
      <Skeleton className="h-96 max-w-4xl" />
    </Loading>
  )
}

type RemindersFormProps = { reminders: Reminders; business: Business; user: User }

/** Switches are saved at once, words in a dialog. */
function RemindersForm({ reminders, business, user }: RemindersFormProps) {
  const { rules, thanks } = reminders
  const update = useUpdateReminders()
  const [edited, setEdited] = useState<ReminderRule | 'new' | 'thanks' | null>(null)
  const close = () => setEdited(null)
  const without = (one: ReminderRule) =>
    rules.filter(({ days_after_due }) => days_after_due !== one.days_after_due)
  const saveRule = (before: ReminderRule | null, after: ReminderRule) =>
    update.mutateAsync({ rules: byDay([...(before ? without(before) : rules), after]) })
  const shared = { business, user, onClose: close }

  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <Panel
        title="Reminders"
        description="Clients get them in the morning, for unpaid invoices that you emailed."
        flush
        actions={
          <Button
            size="sm"
            disabled={rules.length >= MAX_REMINDERS}
            aria-label="Add reminder"
            onClick={() => setEdited('new')}
          >
            <BellPlus aria-hidden /> Add
          </Button>
        }
      >
        {rules.length === 0 && <p className="p-5 text-muted">Your clients get no reminders by themselves.</p>}
        <ul>
          {rules.map((rule) => (
            <li
              key={rule.days_after_due}
              className="flex items-center gap-2 border-b border-hairline py-1.5 pr-3 pl-5 last:border-0"
            >
              <Switch
                className="flex-1"
                label={describeDay(rule.days_after_due)}
                hint={wordsHint(rule)}
                checked={rule.is_enabled}
                onChange={(event) => void saveRule(rule, { ...rule, is_enabled: event.target.checked })}
              />
              <IconButton
                label={`Edit the reminder ${inSentence(rule)}`}
                icon={<Pencil />}
                onClick={() => setEdited(rule)}
              />
              <IconButton
                label={`Remove the reminder ${inSentence(rule)}`}
                icon={<Trash2 />}
                onClick={() => update.mutate({ rules: without(rule) })}
              />
            </li>
          ))}
        </ul>
        <p className="border-t border-hairline px-5 py-3 text-meta text-muted">
          No reminders go out for an invoice that is paid, cancelled, disputed or changed since you sent it,
          or once the client has requested changes to the whole invoice. Reminders are at least three days
          apart, and the first is at least three days after the invoice. One that you send yourself counts as
          the one that was due.
        </p>
      </Panel>
      <Panel
        title="Thanks"
        description="What the email with a receipt says."
        flush
        actions={
          <Button size="sm" aria-label="Edit the thanks" onClick={() => setEdited('thanks')}>
            <Pencil aria-hidden /> Edit
          </Button>
        }
      >
        <div className="px-5 py-1.5">
          <Switch
            label="Thank clients when a payment arrives"
            hint="Applies to online payments. When you record a payment yourself, you choose each time."
            checked={thanks.is_enabled}
            onChange={(event) => update.mutate({ thanks: { ...thanks, is_enabled: event.target.checked } })}
          />
        </div>
      </Panel>
      {edited === 'thanks' ? (
        <ThanksDialog
          {...shared}
          saved={thanks}
          save={(text) => update.mutateAsync({ thanks: { ...thanks, ...text } })}
        />
      ) : (
        edited && (
          <ReminderDialog
            {...shared}
            rule={edited === 'new' ? null : edited}
            taken={(edited === 'new' ? rules : without(edited)).map(({ days_after_due }) => days_after_due)}
            save={(rule) => saveRule(edited === 'new' ? null : edited, rule)}
          />
        )
      )}
    </div>
  )
}

const byDay = (rules: ReminderRule[]): ReminderRule[] =>
  rules.toSorted((one, other) => one.days_after_due - other.days_after_due)

const wordsHint = ({ subject, text }: MailText): string =>
  subject === NO_TEXT.subject && text === NO_TEXT.text ? 'Default message' : 'Your message'

/** "3 days before the due date" within a sentence. */
const inSentence = ({ days_after_due }: ReminderRule): string => {
  const day = describeDay(days_after_due)
  return `${day.charAt(0).toLowerCase()}${day.slice(1)}`
}
