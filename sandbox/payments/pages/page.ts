import type { DatabaseSync } from 'node:sqlite'
import type { Ledger } from '../ledger.ts'
import type { Html } from './html.ts'

export interface Page {
  status: number
  title: string
  main: Html
  /** Where the shell's own link leads, and what it says. */
  back?: { url: string; label: string } | undefined
  wide?: boolean
  /** Addresses outside the sandbox that a form on this page may end at. */
  leadsTo?: string[]
}

interface Redirect {
  redirect: string
}

export interface Visit {
  db: DatabaseSync
  ledger: Ledger
  /** The path under which the pages stand, without a slash at its end. */
  base: string
  ids: string[]
  query: URLSearchParams
  form: URLSearchParams
  /** Goes into each form; a post without it changes nothing. */
  token: Html
  wakeCourier(): void
}

export type Answer = Page | Redirect

export interface PageRoute {
  method: 'GET' | 'POST'
  pattern: RegExp
  visit(visit: Visit): Answer | Promise<Answer>
}

/** `:session` and the like stand for ids: anything else does not match, and so is not found. */
export function route(method: PageRoute['method'], path: string, visit: PageRoute['visit']): PageRoute {
  return { method, pattern: new RegExp(`^${path.replace(/:[a-z]+/g, '([A-Za-z0-9_]{5,100})')}$`), visit }
}
