import type { KeyboardEvent } from 'react'
import { fromHundredths } from '#core/hundredths.ts'
import { Input, type InputProps } from '#web/ui/input.tsx'
import { parseHours, stepHours } from './rules.ts'

const DIRECTIONS: Record<string, 'up' | 'down'> = { ArrowUp: 'up', ArrowDown: 'down' }

type HoursInputProps = Omit<InputProps, 'type'> & { onStep(text: string): void }

/** Hours as people write them; the arrow keys step by quarters. */
export function HoursInput({ onStep, ...props }: HoursInputProps) {
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = DIRECTIONS[event.key]
    if (!direction) return
    event.preventDefault()
    onStep(String(fromHundredths(stepHours(parseHours(event.currentTarget.value), direction))))
  }
  return <Input {...props} autoComplete="off" spellCheck={false} placeholder="1.5" onKeyDown={step} />
}
