import type { DehydratedState } from '@tanstack/react-query'
import type { HydrationState } from 'react-router'

/** The data of a prerendered page, so that hydration starts with the same data. */
export interface PrerenderedState {
  loaderData: NonNullable<HydrationState['loaderData']>
  queries: DehydratedState
}

export const PRERENDERED_STATE = 'prerendered-state'

export function readPrerenderedState(): PrerenderedState | undefined {
  const json = document.getElementById(PRERENDERED_STATE)?.textContent
  return json ? JSON.parse(json) : undefined
}
