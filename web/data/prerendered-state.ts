import type { DehydratedState } from '@tanstack/react-query'
import type { HydrationState } from 'react-router'

/** What a prerendered page was made of, so that its script begins with the same. */
export interface PrerenderedState {
  loaderData: NonNullable<HydrationState['loaderData']>
  queries: DehydratedState
}

export const PRERENDERED_STATE = 'prerendered-state'

export function readPrerenderedState(): PrerenderedState | undefined {
  const json = document.getElementById(PRERENDERED_STATE)?.textContent
  return json ? JSON.parse(json) : undefined
}
