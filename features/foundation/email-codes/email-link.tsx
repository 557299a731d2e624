import { Mail } from 'lucide-react'
import { MessageScreen } from '#web/layout/message-screen.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { askedAddress, signInRefusal, useEnterCode } from './client.ts'

/** The page of the link in the mail with a code. Opening it uses nothing up, since mail scanners open links, too. */
export function EmailLink({ code, onLeave }: { code: string; onLeave(): void }) {
  const address = askedAddress()
  const enter = useEnterCode()
  return (
    <MessageScreen
      icon={<Mail />}
      title="Sign in to Daybook"
      text={
        address
          ? `You asked for this in this browser, with ${address}.`
          : `This works only in the browser that asked for it. Open the link there, or type this code there: ${code.slice(0, 3)} ${code.slice(3)}.`
      }
    >
      {enter.error && (
        <Alert tone="error" live className="w-full text-left" title={signInRefusal(enter.error)}>
          Open the link in the browser in which you asked for it, or type the code there.
        </Alert>
      )}
      <Button
        variant={address ? 'primary' : 'secondary'}
        size="lg"
        pending={enter.isPending}
        onClick={() => enter.mutate(code)}
      >
        Sign In
      </Button>
      {enter.error && (
        <Button size="lg" onClick={onLeave}>
          Ask for a new code
        </Button>
      )}
    </MessageScreen>
  )
}
