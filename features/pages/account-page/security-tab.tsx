import type { User } from '#features/foundation/account/contract.ts'
import { SessionsPanel } from '#features/foundation/account/sessions-panel.tsx'
import { AuditPanel } from '#features/foundation/audit/audit-panel.tsx'
import { DeleteAccount } from '#features/pages/account-deletion/delete-account.tsx'

export function SecurityTab({ user }: { user: User }) {
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <SessionsPanel />
      <AuditPanel />
      <DeleteAccount user={user} />
    </div>
  )
}
