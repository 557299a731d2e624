import type { SignInOptions } from './contract.ts'

export const isOffered = ({ methods }: SignInOptions, method: SignInOptions['methods'][number]): boolean =>
  methods.includes(method)
