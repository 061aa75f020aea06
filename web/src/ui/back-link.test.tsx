import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { TrailProvider } from '../lib/address/trail.tsx'
import { BackLink } from './back-link.tsx'

function open(start: string) {
  const router = createMemoryRouter(
    [
      {
        element: (
          <TrailProvider>
            <Outlet />
          </TrailProvider>
        ),
        children: [
          {
            path: '/people/:id',
            element: (
              <BackLink to="/list" toAnyPage>
                List
              </BackLink>
            ),
          },
          { path: '/records/:id', element: <BackLink to="/list">List</BackLink> },
          { path: '*', element: null },
        ],
      },
    ],
    { initialEntries: [start] },
  )
  render(<RouterProvider router={router} />)
  return {
    go: (to: string | number, replace = false) =>
      act(async () => {
        if (typeof to === 'number') await router.navigate(to)
        else await router.navigate(to, { replace })
      }),
    pressBack: () => userEvent.click(screen.getByRole('link', { name: 'List' })),
    at: () => router.state.location.pathname + router.state.location.search,
    cameBy: () => router.state.historyAction,
  }
}

it('goes back to the list as it was, if it was the page before', async () => {
  const { go, pressBack, at, cameBy } = open('/list')
  await go('/list?status=open&page=2', true)
  await go('/records/5')
  await go('/records/5?tab=notes', true)
  await pressBack()
  expect(at()).toBe('/list?status=open&page=2')
  expect(cameBy()).toBe('POP')
})

it.each([
  ['another page was before', ['/list?page=2', '/records/4', '/records/5']],
  ['the page before is unknown', ['/records/5']],
])('opens the plain list if %s', async (_case, [start = '', ...rest]) => {
  const { go, pressBack, at, cameBy } = open(start)
  for (const path of rest) await go(path)
  await pressBack()
  expect(at()).toBe('/list')
  expect(cameBy()).toBe('PUSH')
})

it('knows the page before after going back and forth', async () => {
  const { go, pressBack, at } = open('/list?page=3')
  await go('/records/5')
  await go('/other')
  await go(-1)
  await pressBack()
  expect(at()).toBe('/list?page=3')
})

it('goes back to any page before where several lead to the screen, and otherwise to the parent', async () => {
  const { go, pressBack, at, cameBy } = open('/people/1')
  await pressBack()
  expect(at()).toBe('/list')
  await go('/records/5')
  await go('/people/1')
  await pressBack()
  expect([at(), cameBy()]).toEqual(['/records/5', 'POP'])
})
