import type { User } from '#features/foundation/account/contract.ts'
import { SessionsPanel } from '#features/foundation/account/sessions-panel.tsx'
import { AuditPanel } from '#features/foundation/audit/audit-panel.tsx'
import { SignInMethodsPanel } from '#features/foundation/passkeys/sign-in-methods-panel.tsx'
import { goToSignIn } from '#features/foundation/sign-in/client.ts'
import { DeleteAccount } from '#features/pages/account-deletion/delete-account.tsx'

const SECURITY_TAB = '/account?tab=security'

export function SecurityTab({ user }: { user: User }) {
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      {!user.demo && <SignInMethodsPanel onSignInAgain={() => void goToSignIn(SECURITY_TAB)} />}
      <SessionsPanel />
      <AuditPanel />
      <DeleteAccount user={user} />
    </div>
  )
}
