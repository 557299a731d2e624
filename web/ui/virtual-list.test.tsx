import { cleanup, render, screen } from '@testing-library/react'
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
      renderItem={(item) => item}
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
