import { CircleAlert, Lock } from 'lucide-react'
import { createContext, type MouseEvent, type ReactNode, use, useId } from 'react'
import { cx } from './cx.ts'

type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
  readOnly?: true
}

const FieldContext = createContext<FieldControl | null>(null)

type FieldProps = {
  label: ReactNode
  /** Id of the control: a list of errors links to it. */
  id?: string
  hint?: ReactNode
  error?: string | undefined
  /** Marked next to the label. */
  required?: boolean
  hideLabel?: boolean
  /** The reason why it cannot be changed. The control is then read-only. */
  locked?: string | undefined
  className?: string
  children: ReactNode
}

export function Field(props: FieldProps) {
  const { label, hint, error, required, hideLabel, locked, className, children } = props
  const generated = useId()
  const id = props.id ?? generated
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const lockId = locked ? `${id}-lock` : undefined

  const control: FieldControl = {
    id,
    'aria-describedby': cx(errorId, lockId, hintId) || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
    ...(locked && { readOnly: true }),
  }

  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cx('flex items-baseline justify-between gap-2', hideLabel && 'sr-only')}>
        <span>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a label takes no keys */}
          <label
            id={labelId(id)}
            htmlFor={id}
            onClick={focusWithoutPressing}
            className="text-meta font-medium wrap-anywhere text-ink"
          >
            {label}
          </label>
          {required && !locked && (
            <span aria-hidden="true" title="Required" className="ml-0.5 text-meta text-red-ink">
              *
            </span>
          )}
        </span>
        {locked && (
          <span className="self-center text-faint" title={locked}>
            <Lock aria-hidden="true" className="icon-sm" />
            <span id={lockId} className="sr-only">
              {locked}
            </span>
          </span>
        )}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-meta text-red-ink">
          <CircleAlert aria-hidden="true" className="icon-sm mt-[3px]" />
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-meta text-faint">
          {hint}
        </p>
      )}
    </div>
  )
}

const labelId = (id: string) => `${id}-label`

/** Names the list that a control opens, which is elsewhere in the document, like the control. */
export function useListName({ 'aria-label': label }: { 'aria-label'?: string | undefined }) {
  const field = use(FieldContext)
  return field && !label ? { 'aria-labelledby': labelId(field.id) } : { 'aria-label': label ?? 'Options' }
}

/** The id and aria attributes that connect a control to its Field. The control's own props win. */
export function useFieldControl(own: { id?: string | undefined; 'aria-describedby'?: string | undefined }) {
  const field = use(FieldContext)
  return {
    ...field,
    id: own.id ?? field?.id,
    'aria-describedby': cx(own['aria-describedby'], field?.['aria-describedby']) || undefined,
  }
}

/** Clicking a label focuses its control. It must not open a select, which is a button. */
function focusWithoutPressing(event: MouseEvent<HTMLLabelElement>) {
  const control = event.currentTarget.control
  if (!(control instanceof HTMLButtonElement)) return
  event.preventDefault()
  control.focus()
}
