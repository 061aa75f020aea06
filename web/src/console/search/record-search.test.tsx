import type { AdminSearch } from '@tendwell/contract/console/search'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { adminDisputes, adminRequests } from '../../../test/lists.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, server } from '../../../test/server.ts'
import { RecordSearchButton } from './record-search-button.tsx'

const nothing: AdminSearch = { people: [], bookings: [], payments: [], disputes: [] }
const found: AdminSearch = {
  ...nothing,
  people: [
    {
      id: 2,
      full_name: 'Nora Lind',
      email: 'nora.lind@example.test',
      avatar: null,
      role: 'caregiver',
      is_active: false,
      is_suspended: true,
    },
  ],
  bookings: adminRequests.slice(0, 1),
  disputes: adminDisputes.slice(0, 1),
}

async function openSearch() {
  const page = renderPage(<RecordSearchButton />, { route: '/admin', session: sessionOf(admin) })
  await page.user.keyboard('{Control>}k{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Find a record' }))
  return { ...page, dialog, field: dialog.getByRole('searchbox', { name: 'Name, email or number' }) }
}

it('opens with the shortcut and the button, and says what can be found', async () => {
  const page = await openSearch()
  await waitFor(() => expect(page.field).toHaveFocus())
  expect(page.dialog.getByText('People, bookings, payments and disputes in every state.')).toBeVisible()
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await page.press('Find a record')
  expect(await screen.findByRole('dialog', { name: 'Find a record' })).toBeVisible()
})

it('shows what it found by kind, and opens one with the arrow keys and Enter', async () => {
  const asked: string[] = []
  server.use(
    http.get('/api/admin-panel/search/', ({ request: { url } }) => {
      asked.push(new URL(url).searchParams.get('q') ?? '')
      return HttpResponse.json(found)
    }),
  )
  const page = await openSearch()
  await page.user.type(page.field, 'nora')
  await page.dialog.findByRole('option', { name: /^Nora Lind/ })
  const options = page.dialog.getAllByRole('option')
  expect(asked).toEqual(['nora'])
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Nora LindCaregiver · nora.lind@example.test · suspended',
    expect.stringMatching(/^Booking #1/),
    expect.stringMatching(/^DPT-1/),
  ])
  await page.user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(page.address()).toBe('/admin/bookings/1'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('says when there is nothing', async () => {
  answer('get /api/admin-panel/search/', nothing)
  const page = await openSearch()
  await page.user.type(page.field, 'zzz')
  expect(await page.dialog.findByText('Nothing found for “zzz”.')).toBeVisible()
})

it('says when the search failed', async () => {
  answer('get /api/admin-panel/search/', { detail: 'x', code: 'internal', request_id: 'x' }, 500)
  const page = await openSearch()
  await page.user.type(page.field, 'nora')
  expect(await page.dialog.findByText('The search failed. Please try again.')).toBeVisible()
  answer('get /api/admin-panel/search/', found)
  await page.press('Retry')
  expect(await page.dialog.findByRole('option', { name: /^Nora Lind/ })).toBeVisible()
  expect(page.dialog.queryByText(/The search failed/)).not.toBeInTheDocument()
})

it('shows nothing of an earlier search when the next one fails', async () => {
  answer('get /api/admin-panel/search/', found)
  const page = await openSearch()
  await page.user.type(page.field, 'nora')
  await page.dialog.findByRole('option', { name: /^Nora Lind/ })
  answer('get /api/admin-panel/search/', {}, 500)
  await page.user.type(page.field, ' x')
  expect(await page.dialog.findByText('The search failed. Please try again.')).toBeVisible()
  expect(page.dialog.queryByRole('option', { name: /^Nora Lind/ })).not.toBeInTheDocument()
})
