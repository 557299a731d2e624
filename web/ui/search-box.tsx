import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { cx } from './cx.ts'
import { Input, type InputProps } from './input.tsx'

type SearchBoxProps = Omit<InputProps, 'type' | 'value' | 'onChange'> & {
  /** The accessible name. Defaults to the placeholder. */
  label?: string
  value: string
  onValueChange(value: string): void
  /** Shows that a search is running. */
  searching?: boolean
}

export function SearchBox(props: SearchBoxProps) {
  const { label, value, onValueChange, searching = false, className, ...rest } = props
  const input = useRef<HTMLInputElement>(null)

  const clear = () => {
    onValueChange('')
    input.current?.focus()
  }

  return (
    <search className={cx('relative block', className)}>
      <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-faint">
        {searching ? (
          <span aria-hidden="true" className="spinner size-4" />
        ) : (
          <Search aria-hidden="true" className="icon" />
        )}
      </span>
      <Input
        autoComplete="off"
        spellCheck={false}
        {...rest}
        ref={input}
        type="search"
        aria-label={label ?? rest.placeholder}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) {
            event.preventDefault()
            event.stopPropagation()
            onValueChange('')
          }
        }}
        className="px-9"
      />
      {value && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded text-faint hover:text-ink touch:w-11"
        >
          <X aria-hidden="true" className="icon" />
        </button>
      )}
    </search>
  )
}
