import type { Metadata, Seconds } from './wire.ts'

export interface Account {
  id: string
  object: 'account'
  business_profile: { name: string | null }
  charges_enabled: boolean
  created: Seconds
  details_submitted: boolean
  email: string | null
  metadata: Metadata
  /** Its owner has taken the platform's access away. */
  disconnected: boolean
}

/** Opens the pages on which an account is set up. Works once, and for a few minutes only. */
export interface AccountLink {
  id: string
  object: 'account_link'
  account: string
  expires_at: Seconds
  refresh_url: string
  return_url: string
  url: string
  /** Set at the first visit: the secret of the pages that the link led to. */
  visit: string | null
}
