import { Input, type InputProps } from './input.tsx'

/** The browser's own calendar; the value is `YYYY-MM-DD`. */
export function DateInput(props: Omit<InputProps, 'type'>) {
  return <Input max="9999-12-31" {...props} type="date" />
}
