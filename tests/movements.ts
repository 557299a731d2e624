export interface Movements {
  /** How much moved, as browsers reckon it. */
  shift: number
  /** What, from where and to where. */
  moved: string[]
}

/** Runs in a page: what has gone elsewhere by itself since the page was asked for. */
export function movements(): Promise<Movements> {
  interface Shift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
  }
  const where = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const shifts = (list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput)
      resolve({
        shift: shifts.reduce((sum, { value }) => sum + value, 0),
        moved: shifts.flatMap(({ sources }) =>
          sources.map(({ node, previousRect, currentRect }) => {
            const what = node instanceof Element ? node.outerHTML.slice(0, 150) : node?.textContent
            return `${where(previousRect)} to ${where(currentRect)}: ${what}`
          }),
        ),
      })
    }).observe({ type: 'layout-shift', buffered: true })
    // Where nothing moved, nothing is told.
    setTimeout(() => resolve({ shift: 0, moved: [] }), 500)
  })
}
