import { html } from './html.ts'
import type { Page } from './page.ts'

export function notFound(what = 'page'): Page {
  return {
    status: 404,
    title: 'Not found',
    main: html`<section class="card notice">
      <h1>There is no such ${what}</h1>
      <p>The address may be incomplete, or it may belong to another sandbox.</p>
    </section>`,
  }
}

export function stale(): Page {
  return {
    status: 403,
    title: 'Please try again',
    main: html`<section class="card notice">
      <h1>Nothing was changed</h1>
      <p>This form was opened too long ago, or not from this page. Go back, reload the page and try again.</p>
    </section>`,
  }
}

export function gone(title: string, text: string, back?: Page['back']): Page {
  return {
    status: 410,
    title,
    back,
    main: html`<section class="card notice"><h1>${title}</h1><p>${text}</p></section>`,
  }
}
