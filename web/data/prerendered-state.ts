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
  return json ? parseState(json) : undefined
}

/** JSON has no instants, so each is an object with its text. */
const INSTANT = '$instant'

/** Can stand in a page: no text in it ends the element. */
export const stateAsJson = (state: PrerenderedState): string =>
  JSON.stringify(state, function (this: Record<string, unknown>, name, value: unknown) {
    return this[name] instanceof Date ? { [INSTANT]: value } : value
  }).replaceAll('<', '\\u003c')

export const parseState = (json: string): PrerenderedState =>
  JSON.parse(json, (_, value) => (isInstant(value) ? new Date(value[INSTANT]) : value))

const isInstant = (value: unknown): value is { [INSTANT]: string } =>
  typeof value === 'object' && value !== null && INSTANT in value
