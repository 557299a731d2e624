import { Fragment } from 'react'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { isSingleKey, SHORTCUTS, type ShortcutName, shownKeys } from '#web/ui/shortcuts.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { useSingleKeys } from './single-keys.ts'

const NAMES = Object.keys(SHORTCUTS) as ShortcutName[]
const PLACES = [...new Set(NAMES.map((name) => SHORTCUTS[name].where))]

/** All shortcuts that work now. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const [hasSingleKeys] = useSingleKeys()
  const keysOf = (name: ShortcutName) =>
    shownKeys(name).filter((keys) => hasSingleKeys || keys.length > 1 || !isSingleKey(keys[0] ?? ''))
  return (
    <Dialog open={open} onOpenChange={onClose} title="Keyboard shortcuts" size="sm">
      <DialogBody className="gap-5">
        {PLACES.map((place) => {
          const names = NAMES.filter((name) => SHORTCUTS[name].where === place && keysOf(name).length > 0)
          return (
            names.length > 0 && (
              <section key={place}>
                <h3 className="mb-1 text-meta font-semibold text-muted">{place}</h3>
                <dl>
                  {names.map((name) => (
                    <div
                      key={name}
                      className="flex items-baseline justify-between gap-4 border-t border-hairline py-2 first:border-0"
                    >
                      <dt>{SHORTCUTS[name].does}</dt>
                      <dd className="flex shrink-0 flex-wrap items-center justify-end gap-1 text-meta text-muted">
                        <KeyCombinations keys={keysOf(name)} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            )
          )
        })}
        {!hasSingleKeys && (
          <p className="text-meta text-muted">
            Shortcuts of a single key are turned off in <TextLink to="/account">your account</TextLink>.
          </p>
        )}
      </DialogBody>
    </Dialog>
  )
}

/** Arrows stand side by side, other keys are alternatives. */
function KeyCombinations({ keys }: { keys: string[][] }) {
  return keys.map((combination, at) => (
    <Fragment key={combination.join('+')}>
      {at > 0 && !/^[↑↓←→]$/.test(combination[0] ?? '') && 'or'}
      {combination.map((key) => (
        <kbd
          key={key}
          className="inline-flex h-6 min-w-6 items-center justify-center rounded-sm border border-edge bg-sunken px-1.5 font-sans text-micro text-ink"
        >
          {key}
        </kbd>
      ))}
    </Fragment>
  ))
}
