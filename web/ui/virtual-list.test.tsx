import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { VirtualList } from './virtual-list.tsx'

const ITEMS = Array.from({ length: 100 }, (_, index) => index)
const ROW_HEIGHT = 83

const list = () => (
  <MemoryRouter>
    <VirtualList
      label="Numbers"
      items={[...ITEMS]}
      itemKey={(item) => item}
      estimateSize={70}
      renderItem={(item) => <button type="button">{item}</button>}
    />
  </MemoryRouter>
)
const height = () => screen.getByRole('list').style.height

afterEach(() => vi.restoreAllMocks())

test('heights that were learned stay while the list is shown, although the width changes', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW_HEIGHT)
  vi.stubGlobal('innerWidth', 390)
  render(list())
  cleanup()
  const { rerender } = render(list())
  expect(height()).toBe(`${100 * ROW_HEIGHT}px`)
  vi.stubGlobal('innerWidth', 800)
  rerender(list())
  expect(height()).toBe(`${100 * ROW_HEIGHT}px`)
})

test('rows around the focused one are rendered with the focus, and stay when the page is scrolled', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW_HEIGHT)
  vi.stubGlobal('innerHeight', 4 * ROW_HEIGHT)
  render(list())
  const rendered = () => screen.getAllByRole('button').map(({ textContent }) => Number(textContent))
  const last = rendered().at(-1) ?? 0
  expect(last).toBeLessThan(20)
  const button = screen.getByRole('button', { name: String(last) })
  act(() => button.focus())
  expect(rendered().at(-1)).toBe(last + 4)

  vi.stubGlobal('scrollY', 50 * ROW_HEIGHT)
  fireEvent.scroll(window)
  expect(await screen.findByRole('button', { name: '60' })).toBeInTheDocument()
  expect(button).toHaveFocus()
  act(() => button.blur())
  expect(button).not.toBeInTheDocument()
})
