import type { AdminDispute } from '@tendwell/contract/console/disputes'
import type { View } from '@tendwell/contract/console/views'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import { proofRequired } from '../../../test/data.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites, server } from '../../../test/server.ts'
import { DisputesPage } from './disputes-page.tsx'

const dispute: AdminDispute = {
  id: 5,
  booking_id: 12,
  caretaker_id: 3,
  caregiver_id: 2,
  caretaker_name: 'Fay Hart',
  caregiver_name: 'Nora Lind',
  opened_at: '2026-06-01T11:00:00Z',
  status: 'submitted',
  type: 'payment',
  assignee: null,
}

function Address() {
  const { search } = useLocation()
  return <output data-testid="address">{search}</output>
}

/** Opens the disputes. `asked` are the queries of the list and of its export, the latest last. */
function openDisputes(query = '') {
  const asked: string[] = []
  server.use(
    http.get('/api/admin-panel/disputes/', ({ request: { url } }) => {
      asked.push(new URL(url).search)
      return HttpResponse.json(listOf([dispute]))
    }),
    http.get('/api/admin-panel/disputes/export/', ({ request: { url } }) => {
      asked.push(`export${new URL(url).search}`)
      const headers = {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="tendwell-disputes-2026-06-01.csv"',
      }
      return new HttpResponse('Number\r\n', { headers })
    }),
  )
  const page = (
    <>
      <DisputesPage />
      <Address />
    </>
  )
  const route = `/admin/disputes${query}`
  return { asked, ...renderPage(page, { route, path: '/admin/disputes', session: sessionOf(admin) }) }
}

const getAddress = () => screen.getByTestId('address').textContent

it('keeps the order in the URL, and leaves out the usual one', async () => {
  const { asked, press } = openDisputes('?page=1')
  await screen.findByText('Fay Hart')
  await press('Sort by Date')
  expect(getAddress()).toBe('?sort=opened_at')
  await waitFor(() => expect(asked.at(-1)).toContain('sort=opened_at'))
  await press('Sort by Date')
  expect(getAddress()).toBe('')
})

it('ignores an order that the list does not have', async () => {
  const { asked } = openDisputes('?sort=password')
  await screen.findByText('Fay Hart')
  expect(asked.join()).not.toContain('sort')
})

it('exports the list with its filters and order', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { asked, press } = openDisputes('?status=closed&q=fay&sort=opened_at')
  await screen.findByText('Fay Hart')
  await press('Export CSV')
  expect(await screen.findByText('The CSV file is in your downloads')).toBeInTheDocument()
  expect(saved).toEqual(['tendwell-disputes-2026-06-01.csv'])
  expect(asked.at(-1)).toBe('export?state=closed&q=fay&sort=opened_at')
})

it('asks who exports a list to confirm who they are', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { fill, press } = openDisputes()
  await screen.findByText('Fay Hart')
  server.use(
    http.get('/api/admin-panel/disputes/export/', () => HttpResponse.json(proofRequired, { status: 403 }), {
      once: true,
    }),
  )
  await press('Export CSV')
  await screen.findByRole('dialog', { name: 'Enter your password to continue' })
  expect(saved).toEqual([])
  answer('post /api/auth/reauthenticate/', { message: 'Confirmed' })
  await fill('Password', 'a long password 1')
  await press('Confirm')
  expect(await screen.findByText('The CSV file is in your downloads')).toBeInTheDocument()
  expect(saved).toEqual(['tendwell-disputes-2026-06-01.csv'])
})

it('says why an export failed', async () => {
  const { press } = openDisputes()
  answer('get /api/admin-panel/disputes/export/', { detail: 'Please try again in a moment' }, 503)
  await screen.findByText('Fay Hart')
  await press('Export CSV')
  expect(await screen.findByText('Please try again in a moment')).toBeInTheDocument()
})

const views = 'get /api/admin-panel/views/'
const view: View = { id: 7, name: 'Closed by Fay', query: 'status=closed&q=fay' }

it('saves the current view without its page', async () => {
  answer(views, listOf([]))
  answer('post /api/admin-panel/views/', { ...view, name: 'Oldest' }, 201)
  const { press, fill } = openDisputes('?status=closed&sort=opened_at&page=1')
  await press('Views')
  expect(await screen.findByText(/No saved views yet/)).toBeInTheDocument()
  await press('Save current view')
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
  await fill('Name', 'Oldest')
  await press('Save view')
  expect(await screen.findByText('View “Oldest” saved')).toBeInTheDocument()
  expect(lastBody()).toEqual({ screen: 'disputes', name: 'Oldest', query: 'status=closed&sort=opened_at' })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Views' })).toHaveFocus())
})

it('opens and deletes a view', async () => {
  answer(views, listOf([view]))
  answer('delete /api/admin-panel/views/7/', {}, 200)
  const { press, user } = openDisputes()
  await press('Views')
  await user.click(await screen.findByRole('link', { name: 'Closed by Fay' }))
  expect(getAddress()).toBe('?status=closed&q=fay')
  await press('Views')
  expect(await screen.findByRole('link', { name: 'Closed by Fay' })).toHaveAttribute('aria-current', 'true')
  answer(views, listOf([]))
  await press('Delete Closed by Fay')
  expect(await screen.findByText(/No saved views yet/)).toBeInTheDocument()
  expect(sentWrites()).toEqual(['DELETE /api/admin-panel/views/7/'])
})

it('shows what the server says about a name', async () => {
  answer(views, listOf([view]))
  const detail = 'You have a view with this name already'
  answer('post /api/admin-panel/views/', { detail }, 409)
  const { press, fill } = openDisputes()
  await press('Views')
  await press('Save current view')
  await fill('Name', 'Closed by Fay')
  await press('Save view')
  expect(await screen.findByText(detail)).toBeInTheDocument()
})

it('asks for what the other Status has only if filters leave nothing', async () => {
  const asked: string[] = []
  server.use(
    http.get('/api/admin-panel/disputes/', ({ request: { url } }) => {
      const query = new URL(url).searchParams
      asked.push(query.get('state') ?? '')
      return HttpResponse.json(listOf(query.get('state') === 'closed' ? [dispute] : []))
    }),
  )
  const open = (search: string) =>
    renderPage(<DisputesPage />, {
      route: `/admin/disputes${search}`,
      path: '/admin/disputes',
      session: sessionOf(admin),
    })
  const { unmount } = open('')
  expect(await screen.findByText(/^There are no open disputes right now/)).toBeInTheDocument()
  expect(asked).toEqual(['open'])
  unmount()
  open('?q=nora')
  expect(await screen.findByText(/but 1 closed dispute does/)).toBeInTheDocument()
})

it('keeps the saved views when a later load of them fails, and offers to retry the first', async () => {
  answer(views, {}, 500)
  const { press, returnToTab } = openDisputes()
  await press('Views')
  expect(await screen.findByText('Failed to load views')).toBeInTheDocument()
  answer(views, listOf([view]))
  await press('Retry')
  expect(await screen.findByRole('link', { name: view.name })).toBeInTheDocument()
  let calls = 0
  server.use(
    http.get('/api/admin-panel/views/', () => {
      calls += 1
      return HttpResponse.json({}, { status: 500 })
    }),
  )
  returnToTab()
  await waitFor(() => expect(calls).toBe(1))
  expect(screen.getByRole('link', { name: view.name })).toBeInTheDocument()
})
