import { countOf } from '#core/format.ts'
import { useSession } from '#features/foundation/account/client.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { useTestEmail } from './client.ts'
import type { Overview } from './contract.ts'
import { Facts } from './facts.tsx'

const KINDS = {
  smtp: 'a mail server (SMTP_URL)',
  sandbox: 'the sandbox, which delivers nothing',
  none: 'nothing: SMTP_URL and MAIL_FROM are not set',
}

/** Says how email is sent, and sends a test. */
export function MailPanel({ mail: { kind, from, waiting } }: { mail: Overview['mail'] }) {
  const session = useSession()
  const test = useTestEmail()
  const email = session.status === 'signed-in' ? session.user.email : ''
  return (
    <Panel
      title="Email"
      actions={
        <Button size="sm" pending={test.isPending} onClick={() => test.mutate()}>
          Send a test email
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {test.data?.outcome === 'sent' && (
          <Alert tone="success" live title={`A test email was sent to ${email}`} />
        )}
        {test.data && test.data.outcome !== 'sent' && (
          <Alert
            tone="error"
            live
            title={
              test.data.outcome === 'refused'
                ? 'The test email was not sent'
                : 'The test email may or may not have been sent'
            }
          >
            {test.data.reason}
          </Alert>
        )}
        <Facts
          facts={[
            ['Sent through', KINDS[kind]],
            ['Sender', from],
            ['To be sent', waiting === 0 ? 'nothing' : countOf(waiting, 'email')],
          ]}
        />
      </div>
    </Panel>
  )
}
