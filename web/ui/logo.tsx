import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** Most logos are drawn for white paper, so they stand on a white plate, also on dark screens. */
export function Logo({ alt = '', className, ...props }: ComponentProps<'img'>) {
  return (
    <img
      {...props}
      alt={alt}
      className={cx('rounded-[1px] bg-plate object-contain ring-4 ring-plate', className)}
    />
  )
}
