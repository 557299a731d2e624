import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export type Tab<Value extends string> = { value: Value; label: string; count?: number; content: ReactNode }

type TabsProps<Value extends string> = {
  /** Names the row of tabs for those who cannot see it. */
  label: string
  tabs: readonly Tab<Value>[]
  value?: Value
  onValueChange?: (value: Value) => void
}

export function Tabs<Value extends string>({ label, tabs, value, onValueChange }: TabsProps<Value>) {
  return (
    <Base.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value } : { value })}
      onValueChange={(next) => onValueChange?.(next as Value)}
    >
      <Base.List
        aria-label={label}
        activateOnFocus
        className="relative flex gap-6 overflow-x-auto border-b border-hairline [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="flex h-10 items-center gap-1.5 justify-center rounded-xs font-medium whitespace-nowrap text-muted transition-colors -outline-offset-2 hover:text-ink touch:h-11 touch:min-w-11 data-active:text-ink"
          >
            {tab.label} {tab.count !== undefined && <span className="text-faint">({tab.count})</span>}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent-ink transition-[translate,width]" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
