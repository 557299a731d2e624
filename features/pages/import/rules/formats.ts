import { foldCase } from '#core/text.ts'
import type { ImportField, ImportFormat, ImportNoun } from '../contract.ts'

/** The fields of each kind of record, in the order of the choice. */
export const FIELDS_OF: Record<ImportNoun, readonly ImportField[]> = {
  time: [
    'date',
    'hours',
    'start_time',
    'end_date',
    'end_time',
    'client',
    'project',
    'task',
    'description',
    'is_billable',
    'is_billed',
    'rate',
    'amount',
    'currency',
  ],
  expenses: [
    'date',
    'amount',
    'currency',
    'exchange_rate',
    'description',
    'category',
    'client',
    'project',
    'is_billable',
    'is_billed',
  ],
  clients: [
    'client',
    'email',
    'phone',
    'company',
    'address',
    'postal_code',
    'city',
    'country',
    'tax_id',
    'notes',
    'currency',
    'rate',
  ],
  projects: [
    'project',
    'client',
    'description',
    'start_date',
    'end_date',
    'rate',
    'currency',
    'estimated_hours',
    'budget',
    'budget_by',
  ],
}

/** Required fields without a column, as the person reads them. */
export function missingFields(noun: ImportNoun, fields: readonly (ImportField | null)[]): string[] {
  const has = (field: ImportField) => fields.includes(field)
  if (noun === 'clients') return has('client') ? [] : ['Name']
  if (noun === 'projects') return has('project') ? [] : ['Name']
  const date = has('date') || (noun === 'time' && has('start_time')) ? [] : ['Date']
  if (noun === 'expenses') return [...date, ...(has('amount') ? [] : ['Amount'])]
  const counted = has('hours') || (has('start_time') && has('end_time'))
  return [...date, ...(counted ? [] : ['Duration, or start and end time'])]
}

type Headers = Readonly<Record<string, ImportField>>

interface KnownFormat {
  format: ImportFormat
  noun: ImportNoun
  /** Headers that no other tool has in this combination. */
  marks: readonly string[]
  headers: Headers
}

const SPANS: Headers = {
  'start date': 'date',
  'start time': 'start_time',
  'end date': 'end_date',
  'end time': 'end_time',
}

/** By folded headers, without a unit or currency in parentheses. */
const KNOWN: readonly KnownFormat[] = [
  {
    format: 'clockify',
    noun: 'time',
    marks: ['project', 'client', 'description', 'user', 'group', 'start date', 'start time'],
    headers: {
      ...SPANS,
      project: 'project',
      client: 'client',
      description: 'description',
      task: 'task',
      activity: 'task',
      billable: 'is_billable',
      duration: 'hours',
      'duration (decimal)': 'hours',
      'billable rate': 'rate',
      'billable amount': 'amount',
    },
  },
  {
    format: 'toggl',
    noun: 'time',
    marks: [
      'user',
      'email',
      'client',
      'project',
      'description',
      'start date',
      'start time',
      'duration',
      'tags',
    ],
    headers: {
      ...SPANS,
      client: 'client',
      project: 'project',
      task: 'task',
      description: 'description',
      billable: 'is_billable',
      duration: 'hours',
      amount: 'amount',
    },
  },
  {
    format: 'harvest_time',
    noun: 'time',
    marks: ['date', 'client', 'project', 'task', 'notes', 'hours', 'billable?'],
    headers: {
      date: 'date',
      client: 'client',
      project: 'project',
      task: 'task',
      notes: 'description',
      hours: 'hours',
      'billable?': 'is_billable',
      'invoiced?': 'is_billed',
      'billable rate': 'rate',
      'billable amount': 'amount',
      currency: 'currency',
    },
  },
  {
    format: 'harvest_projects',
    noun: 'projects',
    marks: ['client', 'project', 'project code', 'project notes', 'budget by'],
    headers: {
      client: 'client',
      project: 'project',
      'start date': 'start_date',
      'end date': 'end_date',
      'project notes': 'description',
      budget: 'budget',
      'budget by': 'budget_by',
    },
  },
  {
    format: 'harvest_clients',
    noun: 'clients',
    marks: ['client name', 'address'],
    headers: { 'client name': 'client', address: 'address' },
  },
]

/** Harvest's list of clients has these two columns only; others have them among more. */
const ONLY_THESE: ReadonlySet<ImportFormat> = new Set(['harvest_clients'])

export interface RecognizedFormat {
  format: ImportFormat
  noun: ImportNoun
  fields: (ImportField | null)[]
}

/** Names the format of a known tool, or guesses what the columns are. */
export function recognize(headers: readonly string[]): RecognizedFormat {
  const keys = headers.map(headerKey)
  const known = KNOWN.find(
    ({ format, marks }) =>
      marks.every((mark) => keys.includes(mark)) && (!ONLY_THESE.has(format) || keys.length === marks.length),
  )
  if (known) return { ...known, fields: once(keys.map((key) => known.headers[key] ?? null)) }
  const noun = guessNoun(keys.map(guessesFor))
  return { format: 'other', noun, fields: fieldsFor(noun, keys) }
}

/** Guesses again for another kind of record. */
export const guessFields = (headers: readonly string[], noun: ImportNoun): (ImportField | null)[] =>
  fieldsFor(noun, headers.map(headerKey))

const headerKey = (header: string): string =>
  foldCase(header)
    .replaceAll('ß', 'ss')
    .replace(/\((?!decimal)[^()]*\)/g, '')
    .replace(/[_\s]+/g, ' ')
    .replace(/[:*]/g, '')
    .trim()

/** A field is imported from the first column that offers it. */
function once(fields: (ImportField | null)[]): (ImportField | null)[] {
  return fields.map((field, index) => (field !== null && fields.indexOf(field) === index ? field : null))
}

/**
 * Whole headers, in several languages, those that say more about the field first. A header may stand for one field in time and
 * another in clients.
 */
const WORDS: readonly [field: ImportField, words: string][] = [
  ['date', 'date|day|datum|tag|fecha|data|dia|jour|giorno|dag|started on|spent on|expense date|start date'],
  [
    'start_time',
    'start time|start|from|begin|started at|beginn|von|startzeit|debut|heure de debut|inicio|inizio|starttijd',
  ],
  ['end_time', 'end time|end|to|until|stop|ended at|ende|bis|endzeit|fin|heure de fin|fim|fine|eindtijd'],
  [
    'end_date',
    'end date|due date|finish date|deadline|enddatum|date de fin|fecha de fin|data fine|einddatum',
  ],
  ['start_date', 'start date|startdatum|date de debut|fecha de inicio|data inizio'],
  [
    'hours',
    'hours|duration|time|time spent|hours worked|total hours|quantity|duration (decimal)|stunden|dauer|zeit|heures|duree|horas|duracion|duracao|ore|durata|uren|duur',
  ],
  [
    'client',
    'client|client name|customer|customer name|organization|organisation|kunde|auftraggeber|mandant|cliente|klant|name|full name|nom|nombre|nome|naam',
  ],
  ['project', 'project|project name|job|matter|projekt|projet|proyecto|progetto|projeto|project naam|name'],
  [
    'task',
    'task|activity|service|item|work type|aufgabe|tatigkeit|leistung|tache|tarea|attivita|tarefa|taak',
  ],
  [
    'description',
    'description|notes|note|comment|comments|memo|details|title|beschreibung|bemerkung|notiz|kommentar|libelle|descripcion|descrizione|descricao|omschrijving|project notes|vendor|merchant',
  ],
  [
    'is_billable',
    'billable|billable?|is billable|abrechenbar|verrechenbar|facturable|fatturabile|facturavel|factureerbaar',
  ],
  [
    'is_billed',
    'invoiced|invoiced?|billed|billed?|is billed|abgerechnet|verrechnet|facture|facturado|fatturato|faturado|gefactureerd',
  ],
  [
    'rate',
    'rate|hourly rate|billable rate|price|unit price|stundensatz|satz|preis|taux|taux horaire|tarif|tarifa|tariffa|uurtarief',
  ],
  [
    'amount',
    'amount|total|cost|billable amount|sum|gross|price|betrag|summe|kosten|brutto|montant|importe|importo|monto|valor|bedrag',
  ],
  ['currency', 'currency|currency code|wahrung|devise|moneda|valuta|moeda'],
  [
    'exchange_rate',
    'exchange rate|fx rate|wechselkurs|kurs|taux de change|tipo de cambio|cambio|wisselkoers',
  ],
  ['category', 'category|type|account|kategorie|art|categorie|categoria'],
  ['email', 'email|e-mail|email address|mail|e-mail-adresse|correo|correo electronico|courriel'],
  ['phone', 'phone|phone number|telephone|mobile|telefon|telefono|telefone|telefoon|tel'],
  [
    'company',
    'company|company name|business|firma|unternehmen|societe|entreprise|empresa|azienda|bedrijf|organization|organisation',
  ],
  [
    'address',
    'address|street|street address|address line 1|billing address|adresse|anschrift|strasse|rue|direccion|calle|indirizzo|via|endereco|adres|straat',
  ],
  ['postal_code', 'postal code|postcode|zip|zip code|plz|postleitzahl|code postal|codigo postal|cap'],
  ['city', 'city|town|ort|stadt|ville|ciudad|citta|cidade|stad|plaats'],
  ['country', 'country|country code|land|pays|pais|paese'],
  [
    'tax_id',
    'tax id|vat id|vat number|vat|tax number|ust-id|ust-idnr|umsatzsteuer-id|steuernummer|tva|nif|cif|partita iva|btw-nummer',
  ],
  ['notes', 'notes|note|comment|comments|notizen|bemerkungen|remarques|notas|opmerkingen'],
  ['estimated_hours', 'estimated hours|estimate|hours budgeted|geschatzte stunden|heures estimees'],
  ['budget', 'budget|budget amount|presupuesto|orcamento'],
  ['budget_by', 'budget by|budget type|budget unit'],
]

const WORDS_OF = new Map<ImportField, string[]>(WORDS.map(([field, words]) => [field, words.split('|')]))
const FIELDS_BY_WORD = new Map<string, ImportField[]>()
for (const [field, words] of WORDS_OF) {
  for (const word of words) FIELDS_BY_WORD.set(word, [...(FIELDS_BY_WORD.get(word) ?? []), field])
}

const guessesFor = (key: string): readonly ImportField[] => FIELDS_BY_WORD.get(key) ?? []

function guessNoun(guesses: readonly (readonly ImportField[])[]): ImportNoun {
  const has = (field: ImportField) => guesses.some((fields) => fields.includes(field))
  if (has('date') && has('amount') && !has('hours') && !has('start_time')) return 'expenses'
  if (has('date') && (has('hours') || has('start_time'))) return 'time'
  if (has('email') || has('phone') || has('address')) return 'clients'
  if (guesses.some((fields) => fields[0] === 'project') || has('budget')) return 'projects'
  return has('client') ? 'clients' : 'time'
}

/** Each field of the noun is imported from the column whose header says most about it, unless an earlier field has that column. */
function fieldsFor(noun: ImportNoun, keys: readonly string[]): (ImportField | null)[] {
  const fields = keys.map<ImportField | null>(() => null)
  for (const field of FIELDS_OF[noun]) {
    const columns = WORDS_OF.get(field)?.map((word) =>
      keys.findIndex((key, at) => key === word && !fields[at]),
    )
    const column = columns?.find((at) => at >= 0)
    if (column !== undefined) fields[column] = field
  }
  return fields
}
