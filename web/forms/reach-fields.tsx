import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type ReachField = 'name' | 'email' | 'phone'

type ReachFieldsProps = {
  /** Prefix of the fields' ids. */
  prefix: string
  /** Without a phone, that is asked for elsewhere. */
  fields: Record<'name' | 'email', UseFormRegisterReturn> & { phone?: UseFormRegisterReturn }
  errors: Partial<Record<ReachField, { message?: string | undefined }>>
  nameHint?: string
  emailHint?: string
  /** True if it is about the person who enters it, so that the browser can fill it in. */
  isOwn?: boolean
  /** More fields, after the name. */
  children?: ReactNode
}

/** Name and contact details of a person. */
export function ReachFields({
  prefix,
  fields,
  errors,
  nameHint,
  emailHint,
  isOwn = false,
  children,
}: ReachFieldsProps) {
  const fill = (kind: string) => (isOwn ? kind : 'off')
  return (
    <>
      <Field
        id={`${prefix}-name`}
        label="Name"
        required
        {...(nameHint && { hint: nameHint })}
        error={errors.name?.message}
      >
        <Input autoComplete={fill('name')} {...fields.name} />
      </Field>
      {children}
      <div className={cx('grid gap-4', fields.phone && 'sm:grid-cols-2')}>
        <Field
          id={`${prefix}-email`}
          label="Email"
          {...(emailHint && { hint: emailHint })}
          error={errors.email?.message}
        >
          <Input type="email" autoComplete={fill('email')} {...fields.email} />
        </Field>
        {fields.phone && (
          <PhoneField prefix={prefix} field={fields.phone} error={errors.phone?.message} isOwn={isOwn} />
        )}
      </div>
    </>
  )
}

type PhoneFieldProps = {
  prefix: string
  field: UseFormRegisterReturn
  error: string | undefined
  isOwn?: boolean
}

export const PhoneField = ({ prefix, field, error, isOwn = false }: PhoneFieldProps) => (
  <Field
    id={`${prefix}-phone`}
    label="Phone"
    hint={
      <>
        With country code, for example <span className="whitespace-nowrap">+1 555 010 4477</span>.
      </>
    }
    error={error}
  >
    <Input type="tel" autoComplete={isOwn ? 'tel' : 'off'} {...field} />
  </Field>
)
