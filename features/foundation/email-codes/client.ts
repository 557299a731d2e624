import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { beginSession } from '#features/foundation/account/client.ts'
import { call } from '#web/data/api.ts'
import { ApiError } from '#web/data/api-error.ts'
import { takeReturnPath } from '#web/navigation/return-path.ts'
import { emailCodesApi } from './contract.ts'
import { CODE_MINUTES } from './rules.ts'

export const useAskForCode = () =>
  useMutation({
    mutationFn: (email: string) => call(emailCodesApi.ask, { body: { email } }),
    onSuccess: (_, email) => rememberAsked(email),
  })

/** Signs in by a code, and goes to where the visitor wanted to. */
export function useEnterCode() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (code: string) => {
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      await call(emailCodesApi.enter, { body: { code, time_zone } })
      localStorage.removeItem(ASKED)
      await beginSession(queryClient)
      await navigate(takeReturnPath() ?? '/dashboard', { replace: true })
    },
  })
}

/** In words, for who tries to sign in. */
export const signInRefusal = (error: Error): string =>
  (error instanceof ApiError && error.body.error) ||
  'That did not work. Please check your connection, and try again.'

const ASKED = 'sign-in-asked'

const rememberAsked = (email: string): void =>
  localStorage.setItem(ASKED, JSON.stringify({ email, until: Date.now() + CODE_MINUTES * 60_000 }))

/** The address for which this browser has asked for a code that may still be valid, in any of its tabs. */
export function askedAddress(): string | undefined {
  const asked: unknown = JSON.parse(localStorage.getItem(ASKED) ?? 'null')
  if (typeof asked !== 'object' || asked === null || !('email' in asked) || !('until' in asked)) return
  return Number(asked.until) > Date.now() ? String(asked.email) : undefined
}
