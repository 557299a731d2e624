import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { csvLine } from '#core/csv.ts'
import { type Endpoint, PageQuery } from '#core/endpoint.ts'
import { HOURS, PERCENT, QUANTITY, readMoney } from '#core/figures.ts'
import { foldCase } from '#core/text.ts'
import {
  lineOf,
  linesWithoutLinks,
  mailboxOf,
  senderNameFrom,
} from '#features/engagement/notifications/rules/mails.ts'
import { readDate } from '#features/pages/import/rules/values.ts'
import { safeFileName } from '#server/http/download.ts'
import { secretAddress } from '#server/http/secret-address.ts'
import { mailLayout } from '#server/mail/layout.ts'
import { withoutSecrets } from '#server/observability/logging.ts'
import { printable } from '#server/pdf/printable.ts'
import { findExplosion } from './growth.ts'
import { everyEndpoint, inputOf, textsIn } from './sound-request.ts'

describe('time grows with the text and not faster', () => {
  test.each([...everyPattern()])('for %s', (_, pattern) => {
    expect(findExplosion((text) => text.replace(pattern, ''))).toBeNull()
  })

  const portal = secretAddress('client-portal')
  test.each<[string, (text: string) => unknown]>([
    ['a cell of an export', (text) => csvLine([text])],
    ['an amount', readMoney],
    ['hours', HOURS.read],
    ['a percentage', PERCENT.read],
    ['a quantity', QUANTITY.read],
    ['a date in an import', (text) => readDate(text, null)],
    ['text without case and accents', foldCase],
    ['the subject of a mail', lineOf],
    ['a paragraph of a mail', linesWithoutLinks],
    ['the name of a sender', senderNameFrom],
    ['a mailbox', mailboxOf],
    ['a mail', layOut],
    ['the name of a file', safeFileName],
    ['a logged text', withoutSecrets],
    ['an address without its key', (text) => portal.withoutKey(`/client-portal/${text}`)],
    ['a secret address', (text) => portal.leadsHere(text)],
    ['text in a PDF', (text) => printable(text, () => true)],
  ])('for %s', (_, work) => expect(findExplosion(work)).toBeNull())

  test.each(everyEndpoint.map((endpoint): [string, Endpoint] => [nameOf(endpoint), endpoint]))(
    'for the texts of %s',
    (_, endpoint) => {
      const { params, query, body } = endpoint
      expect([...explosionsIn(params), ...explosionsIn(query), ...explosionsIn(body)]).toEqual([])
    },
  )

  test('for the texts that ask for a page', () => expect(explosionsIn(PageQuery)).toEqual([]))
})

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

function explosionsIn(schema: z.ZodType | undefined): string[] {
  if (!schema) return []
  return textsIn(inputOf(schema) ?? {}, {}).flatMap(({ path, inputWith }) => {
    const explosion = findExplosion((text) => schema.safeParse(inputWith(text)))
    return explosion ? [`${path}: ${explosion}`] : []
  })
}

const layOut = (text: string) =>
  mailLayout({ preheader: text, heading: text, paragraphs: [text], footer: text, businessName: text })

/** Every pattern in the source, by how it is written there. */
function everyPattern(): Map<string, RegExp> {
  const patterns = new Map<string, RegExp>()
  const visitor = new Visitor({
    Literal: (node) => {
      if ('regex' in node) patterns.set(`${node.raw}`, new RegExp(node.regex.pattern, node.regex.flags))
    },
  })
  const files = globSync('{core,features,server,sandbox,web}/**/*.{ts,tsx}', {
    exclude: ['**/*.test.{ts,tsx}'],
  })
  for (const file of files) visitor.visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return patterns
}
