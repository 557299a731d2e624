const FRAGMENT = /^(Must|Is|Contains)\b/

/** Below a field, the label is its subject; elsewhere a message needs the field's name: "Tax rate must be a number". */
export function withFieldName(field: string, message: string): string {
  if (!FRAGMENT.test(message)) return message
  return `${labelOf(field)} ${message.charAt(0).toLowerCase()}${message.slice(1)}`
}

/** "Tax rate" of `tax_rate`, "Client" of `client_id`, "Rate" of `items.0.rate`. */
function labelOf(field: string): string {
  const name = field.split('.').findLast((part) => part !== '' && !/^\d+$/.test(part)) ?? 'body'
  const label = name.replace(/_id$/, '').replaceAll('_', ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** "Item 2: Rate must be a number", where a list of errors is about more than one row. */
export const withRowName = (list: string, index: number, message: string): string =>
  `${labelOf(list).replace(/s$/, '')} ${index + 1}: ${message}`

/** The first error as a complete sentence. */
export function summarize(fields: Record<string, string>): string {
  const [first] = Object.entries(fields)
  return first ? withFieldName(...first) : 'Please check what you entered'
}
