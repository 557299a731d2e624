import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '#core/format.ts'
import type { FileInfo } from '#core/uploaded-file.ts'
import { hashFile } from '#web/data/file-hash.ts'
import { Alert } from '#web/ui/alert.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

type Check =
  | { state: 'reading'; file: File; bytes: number }
  | { state: 'read'; file: File; sha256: string }
  | { state: 'unreadable'; file: File }

/** Says whether a file is the one that was decided on. It is read on this device and sent nowhere. */
export function FileCheck({ file: decided }: { file: FileInfo }) {
  const [check, setCheck] = useState<Check | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (file: File) => {
    running.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setCheck({ state: 'reading', file, bytes: 0 })
    try {
      const onProgress = (bytes: number) => setCheck({ state: 'reading', file, bytes })
      const sha256 = await hashFile(file, { signal, onProgress })
      setCheck({ state: 'read', file, sha256 })
    } catch {
      if (!signal.aborted) setCheck({ state: 'unreadable', file })
    }
  }

  return (
    <div className="mb-4 flex flex-col gap-4">
      <Field label="The file" hint="It is compared on your own device and is not uploaded.">
        <DropZone file={check?.file ?? null} onChoose={(file) => void start(file)} />
      </Field>
      {check?.state === 'reading' && (
        <ProgressBar
          label="Reading the file"
          value={check.bytes}
          max={check.file.size}
          valueText={`${formatBytes(check.bytes)} of ${formatBytes(check.file.size)}`}
        />
      )}
      <div role="status" className="empty:hidden">
        {check && check.state !== 'reading' && <Result check={check} expected={decided.sha256} />}
      </div>
    </div>
  )
}

type ResultProps = { check: Exclude<Check, { state: 'reading' }>; expected: string }

function Result({ check, expected }: ResultProps) {
  if (check.state === 'unreadable') {
    return <Alert tone="warning" title="This file could not be read. Please choose it again." />
  }
  return check.sha256 === expected ? (
    <Alert tone="success" title="Yes, this is the file">
      <p className="wrap-anywhere">
        <bdi>{check.file.name}</bdi> is, byte for byte, what was decided on.
      </p>
    </Alert>
  ) : (
    <Alert tone="error" title="No, this is another file">
      <p className="wrap-anywhere">
        <bdi>{check.file.name}</bdi> is not what was decided on. Its SHA-256 is
      </p>
      <p className="mt-1 font-mono text-meta wrap-anywhere">{check.sha256}</p>
    </Alert>
  )
}
