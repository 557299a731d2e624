import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '#web/data/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { writeToClipboard } from '#web/ui/clipboard.ts'

/** New recovery codes, to be kept elsewhere: they are shown only now. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [result, setResult] = useState('')
  const copy = async () => setResult((await writeToClipboard(codes.join('\n'))) ? 'Copied' : 'Could not copy')
  const save = () => saveFile(new Blob([fileOf(codes)], { type: 'text/plain' }), 'daybook-recovery-codes.txt')
  return (
    <div className="flex flex-col gap-4">
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-x-6 gap-y-1.5 rounded border border-hairline bg-sunken px-4 py-3 font-mono text-meta tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={copy}>
          <Copy aria-hidden /> Copy
        </Button>
        <Button onClick={save}>
          <Download aria-hidden /> Download
        </Button>
        <span role="status" className="text-meta text-muted">
          {result}
        </span>
      </div>
    </div>
  )
}

const fileOf = (codes: readonly string[]): string =>
  [
    `Recovery codes for Daybook at ${location.origin}`,
    'Each signs you in once. Keep them where nobody else finds them.',
    '',
    ...codes,
    '',
  ].join('\n')
