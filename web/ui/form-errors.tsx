import { CircleAlert } from 'lucide-react'
import { type Ref, useId } from 'react'
import { FieldLink } from './field-link.tsx'

/** `id` is that of the invalid control. Without it the message is about the whole form. */
export type FormError = { message: string; id?: string | undefined }

type FormErrorsProps = { errors: readonly FormError[]; title?: string; ref?: Ref<HTMLElement> }

/** The list of errors at the top of a form. Each links to its field. */
export function FormErrors({ errors, title, ref }: FormErrorsProps) {
  const heading = useId()
  if (errors.length === 0) return null
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={heading}
      className="flex gap-3 rounded border border-red-solid/40 bg-red-soft px-4 py-3 text-red-ink"
    >
      <CircleAlert aria-hidden="true" className="icon mt-0.5" />
      <div className="min-w-0">
        <p id={heading} className="font-medium">
          {title ??
            (errors.length === 1
              ? 'One thing needs your attention'
              : `${errors.length} things need your attention`)}
        </p>
        <ul className="mt-1 flex flex-col gap-0.5 text-meta">
          {errors.map(({ id, message }) => (
            <li key={`${id} ${message}`}>
              {id ? (
                <FieldLink id={id} className="text-red-ink!">
                  {message}
                </FieldLink>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
