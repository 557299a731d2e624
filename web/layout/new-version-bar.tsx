import { reloadToNewVersion, useNewVersion } from '#web/offline/new-version.ts'
import { Button } from '#web/ui/button.tsx'
import { NoticeBar } from '#web/ui/notice-bar.tsx'

export function NewVersionBar() {
  return (
    <NoticeBar>
      {useNewVersion() && (
        <>
          <p className="min-w-0 flex-1">A new version of Daybook is ready</p>
          <Button size="sm" onClick={() => void reloadToNewVersion()}>
            Reload
          </Button>
        </>
      )}
    </NoticeBar>
  )
}
