export interface Movements {
  /** The amount that moved, as browsers reckon it. */
  shift: number
  /** The element, from where and to where. */
  moved: string[]
}

/** Runs in a page: what has gone elsewhere by itself since the page was asked for. */
export async function movements(): Promise<Movements> {
  interface Shift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
  }
  const where = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const found: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => {
    found.push(...list.getEntries())
  })
  observer.observe({ type: 'layout-shift', buffered: true })
  await nextFrame()
  await nextFrame()
  found.push(...observer.takeRecords())
  const shifts = (found as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput)
  return {
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.flatMap(({ sources }) =>
      sources.map(({ node, previousRect, currentRect }) => {
        const what = node instanceof Element ? node.outerHTML.slice(0, 150) : node?.textContent
        return `${where(previousRect)} to ${where(currentRect)}: ${what}`
      }),
    ),
  }
}
