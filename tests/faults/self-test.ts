import type { Books } from './books.ts'
import { CHECKS } from './checks.ts'
import type { Snapshot } from './snapshot.ts'

/** Ways in which data could be broken, and the check that must notice each. */
const DAMAGES: [check: string, damage: string, spoil: (snapshot: Snapshot) => void][] = [
  ['every acknowledged write', 'a lost row', ({ tables }) => tables.time_entries?.pop()],
  [
    'every acknowledged write',
    'a row that nobody made',
    ({ tables }) => doubleLast(tables.expenses, { id: -1 }),
  ],
  ['every acknowledged write', 'a row twice', ({ tables }) => doubleLast(tables.clients)],
  ['every acknowledged write', 'another value', ({ tables }) => change(tables.time_entries, { hours: -1 })],
  ['every acknowledged write', 'a lost decision', ({ decisions }) => decisions.pop()],
  ['the API answers', 'another answer', ({ readBack }) => change(readBack, { body: {} })],
  ['a creation and its', 'a lost key', ({ keys }) => keys.pop()],
  ['a creation and its', 'a key without an answer', ({ keys }) => change(keys, { answered: false })],
  [
    'each approved fee',
    'a fee that is not billed',
    ({ tables }) => change(billedFees(tables), { work_ids: [] }),
  ],
  [
    'each approved fee',
    'a fee that is billed twice',
    ({ tables }) => tables.invoice_items?.push({ ...billedFees(tables).at(-1), id: -1 }),
  ],
  [
    'each approved fee',
    'an invoice without its approval',
    ({ tables }) => changeAll(tables.deliverables ?? [], { status: 'submitted' }),
  ],
  [
    'invoice numbers',
    'a number that is missing',
    ({ tables }) => change(tables.invoices, { number: 999_999 }),
  ],
  [
    'invoice numbers',
    'a counter that is ahead',
    ({ accounts }) => change(accounts, { last_invoice_number: 999_999 }),
  ],
  ['plan limits', 'a client too many', ({ accounts }) => changeAll(accounts, { plan_id: 'free' })],
  ['invoices come to', 'a total that is a cent off', ({ tables }) => addTo(tables.invoices, 'total')],
  [
    'invoices come to',
    'a discount that is a cent off',
    ({ tables }) => addTo(tables.invoices, 'discount_amount'),
  ],
  ['invoices come to', 'a tax that is a cent off', ({ tables }) => addTo(tables.invoices, 'tax_amount')],
  ['invoices come to', 'an item that is a cent off', ({ tables }) => addTo(tables.invoice_items, 'amount')],
  ['every acknowledged write', 'a lost payment', ({ payments }) => payments.pop()],
  ['what was paid', 'a payment that is a cent off', ({ payments }) => addTo(payments, 'amount')],
  ['what was paid', 'a payment twice', ({ payments }) => doubleLast(payments)],
  ['what was paid', 'more than the total', ({ tables }) => change(tables.invoices, { total: 0 })],
  [
    'what was paid',
    'an invoice that is called paid before it is',
    ({ tables }) => change(tables.invoices, { status: 'paid' }),
  ],
  ['each change has', 'a lost activity', ({ activities }) => addTo(activities, 'count', -1)],
  ['each change has', 'an activity without a change', ({ activities }) => addTo(activities, 'count')],
  ['each mail is', 'a mail twice', ({ mails }) => doubleLast(mails)],
  ['each mail is', 'a lost mail', ({ mails }) => mails.pop()],
  ['no job is', 'a lost job', ({ mails }) => change(mails, { jobs: [] })],
  ['no job is', 'a job twice', ({ mails }) => change(mails, { jobs: ['completed', 'created'] })],
  [
    'no job is',
    'a job that was done without its mail',
    ({ mails }) => change(mails, { status: 'queued', jobs: ['completed'] }),
  ],
  ['no job is', 'a job without its mail', ({ mails }) => change(mails, { id: null })],
  ['no mail is', 'a mail that arrived twice', ({ deliveredAfter }) => arriveAgain(deliveredAfter)],
  ['no mail is', 'a mail that did not arrive', (snapshot) => Object.assign(snapshot, { deliveredAfter: {} })],
  ['no mail is', 'a mail that arrived and waits', ({ mails }) => changeAll(mails, { status: 'queued' })],
  ['files that', 'half a file', ({ files }) => change(files, { actual: 'another', size: 1 })],
  ['files that', 'a lost file', ({ files }) => files.splice(0)],
]

/** Breaks copies of sound data, one way at a time, and names what no check noticed. */
export function findBlindChecks(sound: Snapshot, books: Books): string[] {
  const blind = DAMAGES.filter(([start, , spoil]) => {
    const broken = structuredClone(sound)
    spoil(broken)
    const check = CHECKS.find(({ name }) => name.startsWith(start))
    return !check || check.findFaults(broken, books).length === 0
  })
  const untried = CHECKS.filter(({ name }) => !DAMAGES.some(([start]) => name.startsWith(start)))
  return [
    ...blind.map(([check, damage]) => `“${check}…” did not notice ${damage}`),
    ...untried.map(({ name }) => `“${name}” was never seen to fail`),
  ]
}

const billedFees = (tables: Snapshot['tables']) =>
  (tables.invoice_items ?? []).filter(({ work_kind }) => work_kind === 'deliverable')

function doubleLast<Item extends object>(items: Item[] = [], differently: object = {}): void {
  const last = items.at(-1)
  if (last) items.push({ ...last, ...differently })
}

function change<Item extends object>(items: Item[] = [], values: object): void {
  Object.assign(items.at(-1) ?? {}, values)
}

function changeAll<Item extends object>(items: Item[], values: object): void {
  for (const item of items) Object.assign(item, values)
}

function addTo(items: Record<string, unknown>[] = [], column: string, difference = 1): void {
  const last = items.at(-1)
  if (last) last[column] = Number(last[column]) + difference
}

function arriveAgain(deliveries: Record<string, number>): void {
  const [first] = Object.keys(deliveries)
  if (first) deliveries[first] = 2
}
