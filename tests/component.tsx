import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect } from 'vitest'
import { queryClientContext } from '#web/data/prefetch.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import { leaveEndedSession } from '#web/data/session.ts'
import { routes } from '#web/routes.ts'

/** Shows an address of the app as `web/main.tsx` does, and gives who uses it. `tests/answers.ts` answers its calls. */
export function visit(address: string) {
  const queryClient = createQueryClient(leaveEndedSession)
  const { queries, ...defaults } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...defaults, queries: { ...queries, retryDelay: 0 } })
  const getContext = () => new RouterContextProvider(new Map([[queryClientContext, queryClient]]))
  const router = createMemoryRouter(copyOf(routes), { initialEntries: [address], getContext })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  return {
    ...user,
    /** The address that is shown now. */
    address: () => router.state.location.pathname + router.state.location.search,
    goBack: () => router.navigate(-1),
    press: async (button: string | RegExp) => user.click(await screen.findByRole('button', { name: button })),
    fill: async (label: string, text: string) => {
      const field = await screen.findByLabelText(label, { selector: 'input, textarea' })
      await user.clear(field)
      await user.paste(text)
    },
    choose: async (label: string, option: string | RegExp) => {
      await user.click(await screen.findByRole('combobox', { name: label }))
      await user.click(await screen.findByRole('option', { name: option }))
    },
  }
}

/** The text of a toast; an error is announced as well. */
export const expectToast = (text: string | RegExp) => screen.findAllByText(text)

/** A toast is a dialog, too, so this one is named. */
export const expectClosed = (dialog: string | RegExp): Promise<void> =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: dialog })).toBeNull())

/** The row of a table that has this button. */
export async function rowWith(button: string) {
  const found = await screen.findByRole('button', { name: button })
  return within(found.closest('tr') ?? found)
}

/** A router forgets how to load a route that it has loaded. */
const copyOf = (routes: RouteObject[]): RouteObject[] =>
  routes.map((route) => {
    const lazy = typeof route.lazy === 'object' && { lazy: { ...route.lazy } }
    return route.index
      ? { ...route, ...lazy }
      : { ...route, ...lazy, ...(route.children && { children: copyOf(route.children) }) }
  })
