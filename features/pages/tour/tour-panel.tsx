import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PlainIconButton } from '#web/ui/plain-icon-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { tourQuery, useFinishTour, useGoToStep, useLeaveTour } from './client.ts'
import { type Tour, TourStep } from './contract.ts'
import { placeOf, stepAfter, stepBefore, stopAt } from './rules.ts'

/**
 * One step of the tour, beside the screen that it is about, which can be used meanwhile. At the top of a small screen, elsewhere in
 * the corner.
 */
export function TourPanel({ belowHeader = false }: { belowHeader?: boolean }) {
  const { data: tour } = useQuery(tourQuery)
  return tour && tour.status !== 'finished' ? <Panel tour={tour} belowHeader={belowHeader} /> : null
}

function Panel({ tour, belowHeader }: { tour: Tour; belowHeader: boolean }) {
  const { step } = tour
  const stop = stopAt(step, tour)
  const [before, after] = [stepBefore(step), stepAfter(step)]
  const goTo = useGoToStep()
  const leave = useLeaveTour()
  const finish = useFinishTour()
  const next = useRef<HTMLButtonElement>(null)
  const { pathname } = useLocation()
  const isElsewhere = stop.path.split('?')[0] !== pathname
  useHighlight(stop.mark)
  // The pressed button is gone: the offer, or the panel next to a page of another frame.
  useEffect(() => {
    if (document.activeElement === document.body) next.current?.focus({ preventScroll: true })
  }, [])

  return (
    <section
      aria-label="Tour"
      data-tour-panel
      onKeyDown={({ key }) => key === 'Escape' && leave()}
      className={cx(
        belowHeader ? 'max-lg:top-14' : 'max-lg:top-0',
        'z-25 bg-raised print:hidden max-lg:border-b max-lg:border-hairline max-lg:shadow-pop [@media(min-height:40rem)]:max-lg:sticky lg:fixed lg:right-6 lg:bottom-6 lg:w-88 lg:rounded-lg lg:border lg:border-hairline lg:shadow-pop',
      )}
    >
      <div className="mx-auto flex max-w-xl flex-col gap-2 px-4 pt-2 pb-3 lg:pb-4">
        <div className="flex items-center gap-3">
          <Progress step={step} />
          <PlainIconButton label="Leave the tour" icon={<X />} size="sm" className="-mr-2" onClick={leave} />
        </div>
        <div aria-live="polite" id="tour-text">
          <p className="text-lead font-semibold tracking-tight">
            <span className="sr-only">
              Step {placeOf(step) + 1} of {TourStep.options.length}:{' '}
            </span>
            {stop.title}
          </p>
          <p className="mt-1 text-pretty text-muted">{stop.text}</p>
        </div>
        <div className="mt-1 flex items-center gap-2">
          {isElsewhere && <TextLink to={stop.path}>Show me</TextLink>}
          <span className="flex-1" />
          {before && (
            <Button size="sm" variant="ghost" onClick={() => goTo(before)}>
              <ArrowLeft aria-hidden /> Back
            </Button>
          )}
          <Button
            ref={next}
            aria-describedby="tour-text"
            size="sm"
            variant="primary"
            pending={finish.isPending}
            onClick={() => (after ? goTo(after) : finish.mutate())}
          >
            {after ? 'Next' : 'Finish'} {after && <ArrowRight aria-hidden />}
          </Button>
        </div>
      </div>
    </section>
  )
}

function Progress({ step }: { step: TourStep }) {
  return (
    <div aria-hidden="true" className="flex flex-1 items-center gap-1">
      {TourStep.options.map((one) => (
        <span
          key={one}
          className={cx('h-1 flex-1 rounded-full', placeOf(one) <= placeOf(step) ? 'bg-ink' : 'bg-sunken')}
        />
      ))}
    </div>
  )
}

/** Outlines what the step is about as soon as it is there, and scrolls to it once. */
function useHighlight(mark: string): void {
  const { key: visit } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit of a page scrolls anew
  useEffect(() => {
    let isFound = false
    const highlight = () => {
      for (const element of document.querySelectorAll(`[data-tour="${mark}"]`)) {
        element.setAttribute(HIGHLIGHTED, '')
        if (isFound || !element.checkVisibility()) continue
        isFound = true
        element.scrollIntoView({ block: 'center' })
      }
    }
    const observer = new MutationObserver(highlight)
    observer.observe(document.body, { childList: true, subtree: true })
    highlight()
    return () => {
      observer.disconnect()
      for (const element of document.querySelectorAll(`[${HIGHLIGHTED}]`))
        element.removeAttribute(HIGHLIGHTED)
    }
  }, [mark, visit])
}

const HIGHLIGHTED = 'data-tour-highlighted'
