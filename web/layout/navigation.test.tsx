import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { BottomTabs } from './bottom-tabs.tsx'
import { Navigation } from './navigation.tsx'

test.each([
  ['/clients/7', 'Clients', undefined],
  ['/expenses/recurring', 'Expenses', undefined],
  ['/bill', 'Invoices', 'Bill'],
  ['/recurring-invoices', 'Invoices', 'Invoices'],
])('%s is at %s in the sidebar', (path, place, tab) => {
  const { unmount } = render(<Navigation crown={false} />, { wrapper: At })
  expect(screen.getByRole('link', { current: 'page' })).toHaveAccessibleName(place)
  unmount()
  render(<BottomTabs isMoreOpen={false} onMore={() => {}} />, { wrapper: At })
  expect(screen.queryByRole('link', { current: 'page' })?.textContent).toBe(tab)

  function At({ children }: { children: ReactNode }) {
    return <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
  }
})
