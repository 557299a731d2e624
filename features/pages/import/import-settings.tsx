import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { useChangeSettings } from './client.ts'
import { DateOrder, DecimalSign, type Import, type ImportField, ImportNoun } from './contract.ts'
import { FIELDS_OF, guessFields } from './rules/formats.ts'
import { dateOrderLabel, decimalSignLabel, fieldLabel, nounLabel } from './rules/labels.ts'

/** The content of the file and the meaning of each column. Every choice is saved and previewed at once. */
export function ImportSettings({ import: one }: { import: Import }) {
  const { id, settings, columns, asks_date_order, format } = one
  const { mutate } = useChangeSettings(id)
  const change = (changes: Partial<typeof settings>) => mutate({ ...settings, ...changes })
  const headers = columns.map(({ header }) => header)
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="The rows are">
          <Select
            value={settings.noun}
            onValueChange={(noun) => change({ noun, fields: guessFields(headers, noun) })}
            options={ImportNoun.options.map((value) => ({ value, label: nounLabel[value] }))}
          />
        </Field>
        {asks_date_order && (
          <Field label="Dates are written" hint="The file itself does not tell.">
            <Select
              value={settings.date_order}
              placeholder="Please choose"
              onValueChange={(date_order) => change({ date_order })}
              options={DateOrder.options.map((value) => ({ value, label: dateOrderLabel[value] }))}
            />
          </Field>
        )}
        <Field label="Decimal sign">
          <Select
            value={settings.decimal_sign}
            onValueChange={(decimal_sign) => change({ decimal_sign })}
            options={DecimalSign.options.map((value) => ({ value, label: decimalSignLabel[value] }))}
          />
        </Field>
      </div>
      {format === 'other' ? (
        <ColumnTable import={one} onChange={(fields) => change({ fields })} />
      ) : (
        <Disclosure label="Columns">
          <ColumnTable import={one} onChange={(fields) => change({ fields })} />
        </Disclosure>
      )}
    </Card>
  )
}

interface FileColumn {
  index: number
  header: string
  examples: string[]
}

type ColumnTableProps = { import: Import; onChange(fields: (ImportField | null)[]): void }

function ColumnTable({ import: { columns, settings }, onChange }: ColumnTableProps) {
  const { noun, fields } = settings
  const options = [
    { value: null, label: 'Leave out' },
    ...FIELDS_OF[noun].map((value) => ({ value, label: fieldLabel(value, noun) })),
  ]
  /** A field that another column had moves here. */
  const choose = (index: number, field: ImportField | null) =>
    onChange(fields.map((other, place) => (place === index ? field : other === field ? null : other)))

  const shown: Column<FileColumn>[] = [
    {
      id: 'header',
      header: 'Column',
      primary: true,
      cell: ({ header, index }) => header || `Column ${index + 1}`,
    },
    {
      id: 'examples',
      header: 'Examples',
      className: 'wrap-anywhere text-muted',
      cell: ({ examples }) => examples.join(' · ') || 'empty',
    },
    {
      id: 'field',
      header: 'Import as',
      cell: ({ index, header }) => (
        <Select
          size="sm"
          className="w-44 max-md:w-full"
          aria-label={`Import ${header || `column ${index + 1}`} as`}
          value={fields[index] ?? null}
          onValueChange={(field) => choose(index, field)}
          options={options}
        />
      ),
    },
  ]
  return (
    <div className="-mx-5 border-t border-hairline">
      <Table
        caption="Columns of the file"
        columns={shown}
        rows={columns.map((column, index) => ({ ...column, index }))}
        rowKey={({ index }) => index}
      />
    </div>
  )
}
