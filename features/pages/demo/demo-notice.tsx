import { useQuery } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { goToSignIn } from '#features/foundation/sign-in/client.ts'
import { tourQuery, useStartTour } from '#features/pages/tour/client.ts'
import { useTabFlag } from '#web/data/tab-flags.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { PlainIconButton } from '#web/ui/plain-icon-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useLeaveDemo, useOpenDemo } from './client.ts'

type DemoNoticeProps = { /** Without an account to return to. */ isAnonymous: boolean }

/** Says that all is made up. */
export function DemoNotice(props: DemoNoticeProps) {
  return (
    <div className="mx-auto flex min-h-[inherit] w-full max-w-page items-center gap-2 px-4 py-1 md:px-8">
      <p className="flex min-w-0 flex-1 gap-2 text-meta text-muted">
        <strong className="font-semibold text-ink">Demo</strong>
        <span className="text-pretty max-sm:hidden">
          A made-up studio. Try anything: no email is sent, and all of it is deleted after a day.
        </span>
        <span className="truncate max-[23rem]:hidden sm:hidden">Made-up data</span>
      </p>
      <Buttons {...props} />
    </div>
  )
}

/** Those that do not fit on a small screen are in a menu. */
function Buttons({ isAnonymous }: DemoNoticeProps) {
  const startOver = useOpenDemo()
  const leave = useLeaveDemo()
  const startTour = useTourOffer()
  const isStartingOver = startOver.isPending || startOver.isSuccess
  const isLeaving = leave.isPending || leave.isSuccess
  const leaveButton = (
    <Button
      size="sm"
      variant={isAnonymous ? 'ghost' : 'secondary'}
      pending={isLeaving}
      onClick={() => leave.mutate()}
    >
      Leave the demo
    </Button>
  )
  return (
    <>
      <div className="flex shrink-0 items-center gap-1 max-lg:hidden">
        <Button
          size="sm"
          variant="ghost"
          className={cx(!startTour && 'invisible')}
          onClick={() => startTour?.()}
        >
          Take the tour
        </Button>
        <Button
          size="sm"
          variant="ghost"
          pending={isStartingOver}
          onClick={() => startOver.mutate(undefined)}
        >
          Start over
        </Button>
        {isAnonymous && leaveButton}
      </div>
      {isAnonymous ? <CreateAccount /> : leaveButton}
      <div className="lg:hidden">
        <Menu
          trigger={
            <PlainIconButton
              label="More about the demo"
              icon={<Ellipsis aria-hidden />}
              size="sm"
              pending={isStartingOver}
            />
          }
        >
          {startTour && <MenuItem onSelect={startTour}>Take the tour</MenuItem>}
          <MenuItem onSelect={() => startOver.mutate(undefined)}>Start over</MenuItem>
          {isAnonymous && <MenuItem onSelect={() => leave.mutate()}>Leave the demo</MenuItem>}
        </Menu>
      </div>
    </>
  )
}

/** Starts the tour, or resumes it. Undefined while it is shown, and once it was finished. */
function useTourOffer(): (() => void) | undefined {
  const { data } = useQuery(tourQuery)
  const { mutate } = useStartTour()
  const isShown = useTabFlag('tour')
  return data && data.status !== 'finished' && !isShown ? () => mutate() : undefined
}

function CreateAccount() {
  const [isLeaving, setLeaving] = useState(false)
  const signIn = () => {
    setLeaving(true)
    goToSignIn().catch(() => {
      setLeaving(false)
      toast.error('Sign-in failed. Please try again.')
    })
  }
  return (
    <Button size="sm" pending={isLeaving} onClick={signIn}>
      Create your account
    </Button>
  )
}
