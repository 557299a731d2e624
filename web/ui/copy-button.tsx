import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { writeToClipboard } from './clipboard.ts'
import { PlainIconButton } from './plain-icon-button.tsx'

const SHOWN_MILLISECONDS = 2000

type CopyButtonProps = { text: string; label: string; className?: string }

/** Copies a text, and itself shows whether that worked, also where there are no toasts. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const [result, setResult] = useState<'Copied' | 'Could not copy' | null>(null)
  useEffect(() => {
    if (result === null) return
    const timer = setTimeout(() => setResult(null), SHOWN_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [result])
  const copy = async () => setResult((await writeToClipboard(text)) ? 'Copied' : 'Could not copy')

  return (
    <>
      <PlainIconButton
        size="sm"
        label={label}
        icon={result === 'Copied' ? <Check /> : <Copy />}
        className={className}
        onClick={copy}
      />
      <span role="status" className={result === 'Could not copy' ? 'text-meta' : 'sr-only'}>
        {result}
      </span>
    </>
  )
}
