import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { beginSession } from '#features/foundation/account/client.ts'
import { call } from '#web/data/api.ts'
import { ApiError } from '#web/data/api-error.ts'
import { errorMessage, useChange } from '#web/data/change.ts'
import { logFailure } from '#web/data/log.ts'
import {
  type LinkedIdentity,
  type Passkey,
  passkeySignInApi,
  passkeysApi,
  type RecoveryInput,
  type SignInMethods,
  type SignUpInput,
} from './contract.ts'

/** Loaded only where a passkey is made or used. */
const loadWebAuthn = () => import('@simplewebauthn/browser')

export const methodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => call(passkeysApi.methods),
  staleTime: 0,
})

/** Makes a passkey on this device and adds it to the account. */
export function useAddPasskey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { startRegistration } = await loadWebAuthn()
      const optionsJSON = await call(passkeysApi.options)
      return call(passkeysApi.create, { body: { credential: await startRegistration({ optionsJSON }) } })
    },
    onSuccess: () => queryClient.invalidateQueries(methodsQuery),
  })
}

export const useRenamePasskey = () =>
  useChange<SignInMethods, Pick<Passkey, 'id' | 'name'>>({
    ...methodsQuery,
    run: ({ id, name }) => call(passkeysApi.rename, { params: { id }, body: { name } }),
    apply: (methods, { id, name }) => ({
      ...methods,
      passkeys: methods.passkeys.map((passkey) => (passkey.id === id ? { ...passkey, name } : passkey)),
    }),
    failed: 'Failed to rename the passkey',
  })

export const useRemovePasskey = () =>
  useChange<SignInMethods, Passkey>({
    ...methodsQuery,
    run: ({ id }) => call(passkeysApi.remove, { params: { id } }),
    applyResult: (methods, _, { id }) => ({
      ...methods,
      passkeys: methods.passkeys.filter((passkey) => passkey.id !== id),
    }),
    succeeded: () => 'Passkey removed',
    failed: null,
  })

export const useRemoveMethod = () =>
  useChange<SignInMethods, LinkedIdentity>({
    ...methodsQuery,
    run: ({ id }) => call(passkeysApi.removeMethod, { params: { id } }),
    applyResult: (methods, _, { id }) => ({
      ...methods,
      identities: methods.identities.filter((identity) => identity.id !== id),
    }),
    succeeded: (_, { name }) => `You no longer sign in with ${name}`,
    failed: null,
  })

export function useMakeRecoveryCodes() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(passkeysApi.makeRecoveryCodes),
    onSuccess: () => queryClient.invalidateQueries(methodsQuery),
  })
}

/** Counts what was begun: only the last one signs in, or a press beside an offer of the browser would open two sessions. */
let begun = 0
let isEntering = false

/** Signs in with a passkey that the browser asks for. False if another one is signing in already. */
export async function signInWithPasskey(queryClient: QueryClient): Promise<boolean> {
  if (isEntering) return false
  begun++
  const { startAuthentication } = await loadWebAuthn()
  const optionsJSON = await call(passkeySignInApi.options)
  return signInWithCredential(queryClient, await startAuthentication({ optionsJSON }))
}

export type UsedCredential = Parameters<typeof call<typeof passkeySignInApi.signIn>>[1]['body']['credential']

export async function signInWithCredential(
  queryClient: QueryClient,
  credential: UsedCredential,
): Promise<boolean> {
  isEntering = true
  try {
    await call(passkeySignInApi.signIn, { body: { credential } })
    await beginSession(queryClient)
    return true
  } finally {
    isEntering = false
  }
}

/** A challenge is valid for five minutes, and the browser may wait for longer. */
const NEW_CHALLENGE_MS = 4 * 60_000

/** Lets the browser offer passkeys in the field for the email address, where it can. */
export function usePasskeyAutofill(onChosen: (credential: UsedCredential) => void): void {
  useEffect(() => {
    const offer = async () => {
      const own = ++begun
      const { browserSupportsWebAuthnAutofill, startAuthentication } = await loadWebAuthn()
      if (!(await browserSupportsWebAuthnAutofill())) return
      const optionsJSON = await call(passkeySignInApi.options)
      if (begun !== own) return
      const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(
        () => undefined,
      )
      if (credential && begun === own) onChosen(credential)
    }
    const begin = () => void offer().catch(logFailure)
    begin()
    const timer = setInterval(begin, NEW_CHALLENGE_MS)
    return () => {
      begun++
      clearInterval(timer)
      void loadWebAuthn().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
    }
  }, [onChosen])
}

export async function signInWithCode(queryClient: QueryClient, input: RecoveryInput): Promise<void> {
  await call(passkeySignInApi.recover, { body: input })
  await beginSession(queryClient)
}

/** Creates an account with a passkey of this device. Returns its recovery codes. */
export async function signUp(queryClient: QueryClient, owner: SignUpInput): Promise<string[]> {
  const { startRegistration } = await loadWebAuthn()
  const optionsJSON = await call(passkeySignInApi.signUpOptions, { body: owner })
  const credential = await startRegistration({ optionsJSON })
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { recovery_codes } = await call(passkeySignInApi.signUp, {
    body: { ...owner, credential, time_zone },
  })
  await beginSession(queryClient)
  return recovery_codes
}

const DEVICE_REFUSALS: Record<string, string> = {
  NotAllowedError: 'It was cancelled, or took too long.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys need an address with a name. On this machine, open Daybook at localhost.',
  NotSupportedError: 'This device cannot keep passkeys.',
  ConstraintError: 'This device cannot check that it is you. Set up a screen lock first.',
}

/** The reason why a passkey was not made or used, in words. */
export function explainPasskeyFailure(error: unknown): string {
  if (error instanceof ApiError) return errorMessage(error)
  if (!('PublicKeyCredential' in window)) return 'This browser does not support passkeys.'
  return (error instanceof Error && DEVICE_REFUSALS[error.name]) || 'Please try again later'
}
