import { Menu as Base } from '@base-ui/react/menu'
import { Check, Ellipsis } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

type MenuProps = {
  /** The element that opens it, usually a Button or IconButton. */
  trigger: ReactElement
  side?: 'top' | 'bottom'
  align?: 'start' | 'center' | 'end'
  /** As wide as its trigger. */
  matchWidth?: boolean
  children: ReactNode
}

export function Menu({ trigger, side = 'bottom', align = 'end', matchWidth = false, children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <MenuPopup side={side} align={align} matchWidth={matchWidth}>
        {children}
      </MenuPopup>
    </Base.Root>
  )
}

function MenuPopup({ side, align, matchWidth, children }: Required<Omit<MenuProps, 'trigger'>>) {
  return (
    <Base.Portal render={<section aria-label="Menu" />}>
      <Base.Positioner side={side} align={align} sideOffset={4} className="z-50 outline-none">
        <Base.Popup
          className={cx(
            'popup max-h-(--available-height) overflow-y-auto p-1 outline-none',
            matchWidth ? 'w-(--anchor-width) min-w-48' : 'min-w-44',
          )}
        >
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

const actions = Base.createHandle<ReactNode>()

/** One menu shared by all "…" buttons, so that a row of a long list renders only a button. */
export function SharedActionsMenu() {
  return (
    <Base.Root handle={actions}>
      {({ payload }) => (
        <MenuPopup side="bottom" align="end" matchWidth={false}>
          {payload}
        </MenuPopup>
      )}
    </Base.Root>
  )
}

/** The "…" of a card or row. `label` says what it is for: "Actions for Studio North". */
export function ActionsMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Trigger
      handle={actions}
      payload={children}
      render={
        <Button
          variant="ghost"
          size="sm"
          aria-label={label}
          className="w-8 px-0 text-muted hover:text-ink touch:min-w-11 data-popup-open:bg-sunken"
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    />
  )
}

const itemStyle =
  'flex min-h-8 cursor-default items-center gap-2.5 rounded-sm px-2 py-1.5 text-body outline-none select-none touch:min-h-11 data-disabled:text-faint data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint'

type ItemProps = { icon?: ReactNode; disabled?: boolean; children: ReactNode }

export function MenuItem(props: ItemProps & { onSelect?(): void; tone?: 'danger' }) {
  const danger = props.tone === 'danger'
  return (
    <Base.Item
      onClick={props.onSelect}
      disabled={props.disabled ?? false}
      className={cx(itemStyle, danger && 'text-red-ink data-highlighted:bg-red-soft [&_svg]:text-red-ink')}
    >
      {props.icon}
      {props.children}
    </Base.Item>
  )
}

export function MenuLink({ to, icon, children }: Omit<ItemProps, 'disabled'> & { to: string }) {
  return (
    <Base.LinkItem render={<Link to={to} />} closeOnClick className={itemStyle}>
      {icon}
      {children}
    </Base.LinkItem>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-hairline" />
}

type MenuRadioProps<Value extends string> = {
  label: string
  value: Value
  onValueChange(value: Value): void
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
}

export function MenuRadio<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: MenuRadioProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-micro font-medium text-faint">
        {label}
      </Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next) => onValueChange(next as Value)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} closeOnClick={false} className={itemStyle}>
            {option.icon}
            <span className="flex-1">{option.label}</span>
            <Base.RadioItemIndicator>
              <Check aria-hidden="true" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}
