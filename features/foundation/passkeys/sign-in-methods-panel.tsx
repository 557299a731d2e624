import { useQuery } from '@tanstack/react-query'
import { LockKeyhole, Mail, Pencil, Plus, RotateCw, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatInstant, formatInstantDate } from '#core/format.ts'
import { hasCode } from '#web/data/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { PlainIconButton } from '#web/ui/plain-icon-button.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import {
  explainPasskeyFailure,
  methodsQuery,
  useAddPasskey,
  useMakeRecoveryCodes,
  useRemoveMethod,
  useRemovePasskey,
} from './client.ts'
import type { LinkedIdentity, Passkey, SignInMethods } from './contract.ts'
import { PasskeyNameForm } from './passkey-name-form.tsx'
import { RECOVERY_CODES } from './rules.ts'

const RecoveryCodesDialog = lazyDialog(() => import('./recovery-codes-dialog.tsx'), 'RecoveryCodesDialog')

type SignInMethodsPanelProps = {
  /** Leads back here. */
  onSignInAgain(): void
}

/** The freelancer's ways to sign in. */
export function SignInMethodsPanel({ onSignInAgain }: SignInMethodsPanelProps) {
  const { data: methods, isError, refetch } = useQuery(methodsQuery)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const explain = useExplainRefusal(onSignInAgain)
  return (
    <Panel
      title="Ways to sign in"
      actions={methods?.offers_passkeys && <AddPasskey onCodes={setCodes} onRefused={explain} />}
      flush
    >
      {!methods && !isError && (
        <Loading>
          <Skeleton className="m-5 h-16" />
        </Loading>
      )}
      {!methods && isError && (
        <div className="flex flex-wrap items-center gap-3 p-5">
          <p className="text-muted">Your ways to sign in could not be loaded.</p>
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {methods && <MethodList methods={methods} onCodes={setCodes} onRefused={explain} />}
      <RecoveryCodesDialog open={codes !== null} codes={codes ?? []} onClose={() => setCodes(null)} />
    </Panel>
  )
}

type Refused = (what: string, error: unknown) => void

/** A change that needs a recent sign-in offers one. */
function useExplainRefusal(onSignInAgain: () => void): Refused {
  const confirm = useConfirm()
  return async (what, error) => {
    if (!hasCode(error, 'recent_sign_in_required'))
      return void toast.error(what, explainPasskeyFailure(error))
    const agreed = await confirm({
      title: 'Please sign in again',
      consequences:
        'You can change your ways to sign in for ten minutes after signing in. You come back to this page.',
      confirmLabel: 'Sign in again',
      tone: 'primary',
    })
    if (agreed) onSignInAgain()
  }
}

type ChangeProps = { onCodes(codes: readonly string[]): void; onRefused: Refused }

function AddPasskey({ onCodes, onRefused }: ChangeProps) {
  const add = useAddPasskey()
  const press = () =>
    add.mutate(undefined, {
      onSuccess: ({ name, recovery_codes }) => {
        toast.success('Passkey added', name)
        if (recovery_codes) onCodes(recovery_codes)
      },
      onError: (error) => onRefused('No passkey was added', error),
    })
  return (
    <Button size="sm" pending={add.isPending} onClick={press}>
      <Plus aria-hidden /> Add a passkey
    </Button>
  )
}

function MethodList({ methods, ...change }: ChangeProps & { methods: SignInMethods }) {
  const { identities, passkeys, recovery_codes_left, offers_passkeys } = methods
  const isLast = identities.length + passkeys.length === 1
  return (
    <>
      <ul aria-label="Ways to sign in">
        {identities.map((identity) => (
          <IdentityItem key={`identity ${identity.id}`} identity={identity} isLast={isLast} {...change} />
        ))}
        {passkeys.map((passkey) => (
          <PasskeyItem key={`passkey ${passkey.id}`} passkey={passkey} isLast={isLast} {...change} />
        ))}
        {offers_passkeys && passkeys.length + recovery_codes_left > 0 && (
          <RecoveryItem left={recovery_codes_left} {...change} />
        )}
      </ul>
      {offers_passkeys && passkeys.length === 0 && (
        <p className="border-t border-hairline px-5 py-4 text-muted">
          You have no passkey yet. With one you sign in by fingerprint, face or screen lock, with nothing to
          remember.
        </p>
      )}
    </>
  )
}

type ItemProps = { icon: ReactNode; name: ReactNode; detail: string; children: ReactNode }

function Item({ icon, name, detail, children }: ItemProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-hairline px-5 py-3 first:border-0">
      <div className="flex min-w-0 flex-1 basis-56 items-start gap-3">
        <span aria-hidden="true" className="mt-0.5 text-faint [&_svg]:size-4">
          {icon}
        </span>
        <div className="min-w-0 flex-1">
          <div className="wrap-anywhere">{name}</div>
          <p className="text-meta text-muted">{detail}</p>
        </div>
      </div>
      <div className="flex shrink-0 items-center gap-2">{children}</div>
    </li>
  )
}

function IdentityItem({
  identity,
  isLast,
  onRefused,
}: ChangeProps & { identity: LinkedIdentity; isLast: boolean }) {
  const { kind, name } = identity
  const remove = useRemoveMethod()
  const confirm = useConfirm()
  const ask = async () => {
    const sure = await confirm({
      title: `Stop signing in with ${name}?`,
      consequences:
        'Your other ways to sign in stay. It comes back if you use it again with the email address of your account.',
      confirmLabel: 'Remove',
    })
    if (sure) remove.mutate(identity, { onError: (error) => onRefused('It was not removed', error) })
  }
  return (
    <Item icon={kind === 'email' ? <Mail /> : <UserRound />} name={name} detail={detailOf(identity)}>
      {!isLast && (
        <Button size="sm" aria-label={`Remove: ${name}`} pending={remove.isPending} onClick={ask}>
          Remove
        </Button>
      )}
    </Item>
  )
}

function PasskeyItem({ passkey, isLast, onRefused }: ChangeProps & { passkey: Passkey; isLast: boolean }) {
  const { name } = passkey
  const [isRenaming, setRenaming] = useState(false)
  const remove = useRemovePasskey()
  const confirm = useConfirm()
  const ask = async () => {
    const sure = await confirm({
      title: `Remove the passkey “${name}”?`,
      consequences:
        'It no longer signs you in. You can then delete it on the device that keeps it. Browsers that are signed in stay so.',
      confirmLabel: 'Remove',
    })
    if (sure) remove.mutate(passkey, { onError: (error) => onRefused('It was not removed', error) })
  }
  return (
    <Item
      icon={<LockKeyhole />}
      name={
        isRenaming ? (
          <PasskeyNameForm passkey={passkey} onLeave={() => setRenaming(false)} />
        ) : (
          <>
            {name}
            <PlainIconButton
              size="sm"
              label={`Rename: ${name}`}
              icon={<Pencil />}
              className="-my-1.5 ml-1"
              onClick={() => setRenaming(true)}
            />
          </>
        )
      }
      detail={`Passkey · ${detailOf(passkey)}`}
    >
      {!isLast && (
        <Button size="sm" aria-label={`Remove: ${name}`} pending={remove.isPending} onClick={ask}>
          Remove
        </Button>
      )}
    </Item>
  )
}

/** "Added 18 Nov 2026 · last used 18 Nov 2026, 17:20" */
const detailOf = ({ created_at, last_used_at }: Pick<LinkedIdentity, 'created_at' | 'last_used_at'>) =>
  [
    created_at && `Added ${formatInstantDate(created_at)}`,
    last_used_at ? `last used ${formatInstant(last_used_at)}` : 'not used yet',
  ]
    .filter(Boolean)
    .join(' · ')

function RecoveryItem({ left, onCodes, onRefused }: ChangeProps & { left: number }) {
  const make = useMakeRecoveryCodes()
  const confirm = useConfirm()
  const ask = async () => {
    const sure =
      left === 0 ||
      (await confirm({
        title: 'Make new recovery codes?',
        consequences: 'The codes that you have now no longer work.',
        confirmLabel: 'Make new codes',
        tone: 'primary',
      }))
    if (!sure) return
    make.mutate(undefined, {
      onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
      onError: (error) => onRefused('No codes were made', error),
    })
  }
  return (
    <Item
      icon={<RotateCw />}
      name="Recovery codes"
      detail={`${left} of ${RECOVERY_CODES} left · for when you lose your passkeys`}
    >
      <Button size="sm" pending={make.isPending} onClick={ask}>
        Make new codes
      </Button>
    </Item>
  )
}
