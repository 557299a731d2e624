import { FormatFactoryService, type Invoice } from '@e-invoice-eu/core'

/** An invoice in the terms of EN 16931. */
export type EInvoice = Invoice

/** The two syntaxes of EN 16931. */
export type EInvoiceSyntax = 'cii' | 'ubl'

const formats = new FormatFactoryService()

/** `InvoiceService` would compile the schema of an invoice each time, which takes longer than everything else. */
export async function eInvoiceXml(invoice: EInvoice, syntax: EInvoiceSyntax): Promise<string> {
  const format = formats.createFormatService(syntax, console)
  const copy = escaped(invoice)
  format.fillInvoiceDefaults(copy)
  return String(await format.generate(copy, { format: syntax, lang: 'en' }))
}

/** The XML writer decodes what looks like an entity in a text, and then escapes no "&" before what still looks like one. */
const escaped = (invoice: EInvoice): EInvoice =>
  JSON.parse(JSON.stringify(invoice), (_, value) =>
    typeof value === 'string' ? value.replaceAll('&', '&amp;amp;') : value,
  )
