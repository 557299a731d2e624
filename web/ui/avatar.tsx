import { useState } from 'react'
import { cx } from './cx.ts'

const sizes = { sm: 'size-6 text-micro', md: 'size-8 text-meta', lg: 'size-10 text-lead' }

type AvatarProps = {
  name: string
  picture?: string | null | undefined
  size?: keyof typeof sizes
  className?: string
}

/** Decoration next to a name: the picture, or the initial until it has loaded. */
export function Avatar({ name, picture, size = 'md', className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span
      aria-hidden="true"
      className={cx(
        'relative flex shrink-0 items-center justify-center overflow-hidden rounded-full border border-hairline bg-sunken font-semibold text-muted uppercase select-none',
        sizes[size],
        className,
      )}
    >
      {initial(name)}
      {picture && picture !== broken && (
        <img
          src={picture}
          alt=""
          referrerPolicy="no-referrer"
          loading="lazy"
          onError={() => setBroken(picture)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  )
}

/** An ASCII character without a combining mark, such as an accent, after it. */
const PLAIN_LETTER = /^[!-~](?=[ -~]|$)/

function initial(name: string): string {
  const trimmed = name.trim()
  const [plain] = PLAIN_LETTER.exec(trimmed) ?? []
  return plain ?? firstCharacter(trimmed) ?? '?'
}

let characters: Intl.Segmenter | undefined

/** One grapheme: a flag or an accented letter counts as one. Creating a segmenter is slow on slow machines. */
function firstCharacter(text: string): string | undefined {
  characters ??= new Intl.Segmenter()
  const [first] = characters.segment(text)
  return first?.segment
}
