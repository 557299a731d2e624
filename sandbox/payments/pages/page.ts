import type { DatabaseSync } from 'node:sqlite'
import { type Html, html } from '#sandbox/html.ts'
import type { Ledger } from '../ledger.ts'

export interface Page {
  /** 200 unless given. */
  status?: number
  title: string
  main: Html
  /** The back link in the page's header. */
  back?: { url: string; label: string } | undefined
  wide?: boolean
  /** Addresses outside the sandbox to which a form on this page may redirect. */
  leadsTo?: string[]
}

interface Redirect {
  redirect: string
}

export interface Visit {
  db: DatabaseSync
  ledger: Ledger
  /** The path of the pages, without a trailing slash. */
  base: string
  ids: string[]
  query: URLSearchParams
  form: URLSearchParams
  /** Part of every form. A POST without it changes nothing. */
  token: Html
  wakeCourier(): void
}

/** The visit, with the objects of the owner of this one. */
export function visitOwnerOf(visit: Visit, id: string): Visit {
  const owner = visit.ledger.store.ownerOf(id)
  return owner === undefined ? visit : { ...visit, ledger: visit.ledger.forOwner(owner) }
}

export type Answer = Page | Redirect

export interface PageRoute {
  method: 'GET' | 'POST'
  pattern: RegExp
  visit(visit: Visit): Answer | Promise<Answer>
}

/** `:session` and the like match ids only. Anything else is not found. */
export function route(method: PageRoute['method'], path: string, visit: PageRoute['visit']): PageRoute {
  return { method, pattern: new RegExp(`^${path.replace(/:[a-z]+/g, '([A-Za-z0-9_]{5,100})')}$`), visit }
}

export function messagePage(status: number, title: string, text: string, back?: Page['back']): Page {
  return {
    status,
    title,
    back,
    main: html`<section class="card"><h1>${title}</h1><p>${text}</p></section>`,
  }
}

export function notFound(what = 'page'): Page {
  return messagePage(
    404,
    `There is no such ${what}`,
    'The address may be incomplete, or it may belong to another sandbox.',
  )
}
