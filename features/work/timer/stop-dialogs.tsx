import { useState } from 'react'
import { dateIn, instantIn, timeIn } from '#core/calendar.ts'
import { formatTime, formatWeekday } from '#core/format.ts'
import { useTimeZone } from '#features/foundation/account/client.ts'
import { serverNow } from '#web/data/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Dialog, DialogBody, DialogFooter, DialogForm } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { durationText } from './rules/clock.ts'
import type { ShownTimer } from './rules/presses.ts'

interface ShortTimerDialogProps {
  onKeep(): void
  onDiscard(): void
  onClose(): void
}

export function ShortTimerDialog({ onKeep, onDiscard, onClose }: ShortTimerDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Keep this time?"
      description="The timer ran for less than a minute."
      size="sm"
    >
      <DialogFooter>
        <Button onClick={onDiscard}>Discard</Button>
        <Button variant="primary" onClick={onKeep}>
          Keep it
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

const HOUR = 3_600_000
const USUAL_DAY = 8 * HOUR

interface LongTimerDialogProps {
  timer: ShownTimer
  onStop(at: Date): void
  onDiscard(): void
  onClose(): void
}

type Choice = 'usual' | 'now' | 'other'

/** Asks when work really ended. */
export function LongTimerDialog({ timer, onStop, onDiscard, onClose }: LongTimerDialogProps) {
  const timeZone = useTimeZone()
  const [now] = useState(() => new Date(serverNow()))
  const started = timer.started_at
  const usual = new Date(started.getTime() + USUAL_DAY)
  const [choice, setChoice] = useState<Choice>('usual')
  const [date, setDate] = useState(dateIn(timeZone, usual))
  const [time, setTime] = useState(timeIn(timeZone, usual))
  const [error, setError] = useState<string>()

  const at = (instant: Date) =>
    `${formatTime(instant, timeZone)} on ${formatWeekday(dateIn(timeZone, instant))}`
  const choices: [Choice, string][] = [
    ['usual', `After 8 hours, at ${at(usual)}`],
    ['now', `Just now, after ${durationText(now.getTime() - started.getTime())}`],
    ['other', 'At another time'],
  ]

  const stop = () => {
    if (choice !== 'other') return onStop(choice === 'now' ? now : usual)
    const ended = date && time ? instantIn(timeZone, date, time) : undefined
    if (!ended) setError('Please enter a date and a time')
    else if (ended <= started) setError('Must be after the start')
    else if (ended > now) setError('Must not be in the future')
    else onStop(ended)
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="When did you really stop?"
      description={`The timer has been running since ${at(started)}.`}
      size="sm"
    >
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault()
          stop()
        }}
      >
        <DialogBody>
          <fieldset className="flex flex-col gap-1">
            <legend className="sr-only">When did you stop?</legend>
            {choices.map(([value, label]) => (
              <label key={value} className="flex min-h-9 items-center gap-3 touch:min-h-11">
                <input
                  type="radio"
                  name="ended"
                  value={value}
                  checked={choice === value}
                  onChange={() => setChoice(value)}
                  className="size-4 shrink-0 accent-accent"
                />
                {label}
              </label>
            ))}
          </fieldset>
          {choice === 'other' && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="Ended on" required error={error}>
                <DateInput value={date} onChange={({ target }) => setDate(target.value)} />
              </Field>
              <Field label="Ended at" required>
                <Input type="time" value={time} onChange={({ target }) => setTime(target.value)} />
              </Field>
            </div>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onDiscard}>Discard</Button>
          <Button variant="primary" type="submit">
            Stop the timer
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  )
}
