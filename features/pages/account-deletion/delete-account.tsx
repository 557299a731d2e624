import { useState } from 'react'
import type { User } from '#features/foundation/account/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const DeleteAccountDialog = lazyDialog(() => import('./delete-account-dialog.tsx'), 'DeleteAccountDialog')

/** Asks twice: first with what will happen, then for the account's name. */
export function DeleteAccount({ user }: { user: User }) {
  const confirm = useConfirm()
  const [naming, setNaming] = useState(false)

  const ask = async () => {
    const sure = await confirm({
      title: 'Delete your account?',
      consequences: (
        <ul className="flex list-disc flex-col gap-1 pl-5">
          <li>A paid plan ends immediately, and you are not charged again.</li>
          <li>Your clients’ portal links stop working immediately.</li>
          <li>
            Everything is permanently deleted within 30 days. Until then you can sign in and keep your
            account.
          </li>
        </ul>
      ),
      confirmLabel: 'Continue',
    })
    if (sure) setNaming(true)
  }

  return (
    <Panel title="Delete account">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p className="max-w-xl min-w-0 flex-1 basis-72 text-muted">
          Removes your clients, projects, invoices, files and everything else. Export your data first if you
          want to keep it.
        </p>
        <Button variant="danger" onClick={ask}>
          Delete account
        </Button>
      </div>
      {naming && <DeleteAccountDialog user={user} onClose={() => setNaming(false)} />}
    </Panel>
  )
}
