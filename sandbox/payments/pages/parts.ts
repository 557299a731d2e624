import { type Html, html, type Piece } from '#sandbox/html.ts'
import type { Subscription } from '../objects/subscription.ts'
import type { Visit } from './page.ts'

export type Badge = readonly [className: string, label: string]

export const badge = ([className, label]: Badge): Html =>
  html`<span class="badge ${className}">${label}</span>`

const statusLabels = { active: 'Active', trialing: 'Trial', past_due: 'Past due', canceled: 'Canceled' }

export const subscriptionBadge = ({ status }: Subscription): Html => badge([status, statusLabels[status]])

/** Tells what was done before this page, by the name in its address. */
export function noticeOf(
  visit: Visit,
  notices: Record<string, string>,
  problems: Record<string, string> = {},
) {
  const name = visit.query.get('notice') ?? ''
  if (Object.hasOwn(problems, name)) return html`<p class="problem" role="alert">${problems[name]}</p>`
  return Object.hasOwn(notices, name) && html`<p class="told" role="status">${notices[name]}</p>`
}

export function section(title: string, content: Piece): Html {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}
</section>`
}

type Column = readonly [label: string, className?: 'id' | 'number']

/** On a narrow screen each cell shows its label. */
export function table(columns: readonly Column[], rows: Piece[][], empty = ''): Html {
  if (rows.length === 0) return html`<p class="quiet">${empty}</p>`
  const cell = (piece: Piece, index: number) => {
    const [label, className] = columns[index] ?? ['']
    return html`<td data-label="${label}" class="${className}">${piece}</td>`
  }
  return html`<table class="rows">
<thead><tr>${columns.map(([label, className]) => html`<th scope="col" class="${className}">${label}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>\n`)}</tbody></table>`
}

/** Names and values. A row without a value is left out. */
export function facts(rows: [name: string, value: Piece][]): Html {
  const shown = rows.filter(([, value]) => value !== undefined)
  return html`<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`
}

type Sum = [name: string, amount: string]

/** Amounts, and what they add up to. */
export function sums(rows: Sum[], total: Sum): Html {
  const row = ([name, amount]: Sum, className?: string) =>
    html`<div class="${className}"><dt>${name}</dt><dd>${amount}</dd></div>\n`
  return html`<dl class="sums">${rows.map((sum) => row(sum))}${row(total, 'total')}</dl>`
}
