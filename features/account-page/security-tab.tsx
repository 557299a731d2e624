import type { User } from '#features/account/contract.ts'
import { SessionsPanel } from '#features/account/sessions-panel.tsx'
import { DeleteAccount } from '#features/account-deletion/delete-account.tsx'
import { AuditPanel } from '#features/audit/audit-panel.tsx'

export function SecurityTab({ user }: { user: User }) {
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <SessionsPanel />
      <AuditPanel />
      <DeleteAccount user={user} />
    </div>
  )
}
