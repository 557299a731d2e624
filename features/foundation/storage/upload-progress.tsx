import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { Upload } from './client.ts'

/** The progress of an upload, or why it failed. */
export function UploadProgress({ upload, onRetry }: { upload: Upload; onRetry(): void }) {
  const { file, share, error, cancel } = upload
  const percent = Math.floor(share * 100)
  if (error !== null) {
    return (
      <Alert
        live
        tone="error"
        title={`${file.name} was not uploaded`}
        action={
          <div className="flex gap-2">
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
            <Button size="sm" variant="ghost" onClick={cancel}>
              Dismiss
            </Button>
          </div>
        }
      >
        {error}
      </Alert>
    )
  }
  return (
    <div className="flex items-end gap-3 rounded bg-sunken px-3.5 py-2.5">
      <ProgressBar
        className="flex-1 [&_[role=progressbar]]:bg-hairline"
        label={share < 1 ? `Uploading ${file.name}` : `Storing ${file.name}`}
        value={share}
        max={1}
        valueText={`${percent} %`}
      />
      <Button size="sm" variant="ghost" onClick={cancel}>
        Cancel
      </Button>
    </div>
  )
}
