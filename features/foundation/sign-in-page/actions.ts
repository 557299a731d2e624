import type { PublicContext } from '#server/context.ts'
import type { SignInOptions } from './contract.ts'

export const signInOptions = ({ services: { signIn, mail } }: PublicContext): SignInOptions => ({
  methods: [...signIn.methods],
  provider_name: signIn.providerName,
  sign_up: signIn.signUp,
  outbox_path: mail.outboxPath,
})
