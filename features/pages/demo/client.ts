import { useMutation } from '@tanstack/react-query'
import { call } from '#web/data/api.ts'
import { ApiError } from '#web/data/api-error.ts'
import { notifyOtherTabs } from '#web/data/session.ts'
import { setTabFlag } from '#web/data/tab-flags.ts'
import { toast } from '#web/ui/toast.ts'
import { demoApi } from './contract.ts'

interface Opening {
  withTour?: boolean
}

/** Opens the demo; in it, another one. Loads the page anew, since all that it shows is another account's. */
export async function openDemo({ withTour = false }: Opening = {}): Promise<void> {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  await call(demoApi.open, { body: { time_zone } })
  changeAccount('/dashboard', withTour)
}

async function leaveDemo(): Promise<void> {
  await call(demoApi.leave)
  changeAccount('/', false)
}

function changeAccount(path: string, showsTour: boolean): void {
  setTabFlag('tour', showsTour)
  notifyOtherTabs('changed')
  location.assign(path)
}

export const demoRefusal = (error: Error): string =>
  error instanceof ApiError && error.status === 429
    ? 'Too many demos were opened from your network. Please try again in an hour.'
    : 'Please try again later'

export const useOpenDemo = () =>
  useMutation({
    mutationFn: (opening: Opening | undefined) => openDemo(opening),
    onError: (error) => toast.error('The demo could not be opened', demoRefusal(error)),
  })

export const useLeaveDemo = () =>
  useMutation({
    mutationFn: leaveDemo,
    onError: () => toast.error('The demo could not be left', 'Please try again later'),
  })
