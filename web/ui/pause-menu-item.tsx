import { Pause, Play } from 'lucide-react'
import { MenuItem } from './menu.tsx'

type PauseMenuItemProps = { isPaused: boolean; onPause(): void; onResume(): void }

export const PauseMenuItem = ({ isPaused, onPause, onResume }: PauseMenuItemProps) =>
  isPaused ? (
    <MenuItem icon={<Play />} onSelect={onResume}>
      Resume
    </MenuItem>
  ) : (
    <MenuItem icon={<Pause />} onSelect={onPause}>
      Pause
    </MenuItem>
  )
