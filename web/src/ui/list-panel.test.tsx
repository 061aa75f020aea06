import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderPage } from '../../test/render.tsx'
import { answer, answerLater, listOf, server } from '../../test/server.ts'
import { usePagedQuery } from '../lib/address/use-paged-query.ts'
import { useUrlFilters } from '../lib/address/use-url-filters.ts'
import { api } from '../lib/transport/api-base.ts'
import { listOf as readRows } from '../lib/transport/list.ts'
import { ListPanel } from './list-panel.tsx'

interface Row {
  id: number
}

const { useRowsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    rows: build.query({
      query: (params: { page: number; q?: string }) => ({ url: '/rows/', params }),
      transformResponse: readRows<Row>,
    }),
  }),
})

function Rows() {
  const { filters, change } = useUrlFilters((params) => ({ q: params.get('q') ?? '' }))
  const list = usePagedQuery(useRowsQuery, { ...(filters.q && { q: filters.q }) }, { pageSize: 2 })
  return (
    <>
      <ListPanel title="Rows" label="Rows" list={list} failure="Failed to load rows" empty="No rows yet">
        {(rows) => (
          <ul>
            {rows.map(({ id }) => (
              <li key={id}>{`Row ${id}`}</li>
            ))}
          </ul>
        )}
      </ListPanel>
      <button type="button" onClick={() => change({ q: 'rosa' })}>
        Search
      </button>
    </>
  )
}

/** A list with this many rows, 2 per page. */
function answerRows(count: number) {
  server.use(
    http.get('/api/rows/', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'))
      const rows = Array.from({ length: count }, (_, index) => ({ id: index + 1 }))
      return HttpResponse.json(listOf(rows.slice((page - 1) * 2, page * 2), count))
    }),
  )
}

const openRows = (route = '/rows') => renderPage(<Rows />, { route })

it('keeps the page in the URL, so that Back returns to the previous page', async () => {
  answerRows(5)
  const { press, address, goBack } = openRows()
  expect(await screen.findByText('Row 1')).toBeInTheDocument()
  await press('Next page')
  expect(await screen.findByText('Row 3')).toBeInTheDocument()
  expect(screen.queryByText('Row 1')).not.toBeInTheDocument()
  expect(address()).toBe('/rows?page=2')
  await goBack()
  expect(await screen.findByText('Row 1')).toBeInTheDocument()
  expect(address()).toBe('/rows')
})

it('opens the page in the URL', async () => {
  answerRows(5)
  openRows('/rows?page=3')
  expect(await screen.findByText('Row 5')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

it('opens the last page instead of one beyond it', async () => {
  answerRows(5)
  const { address } = openRows('/rows?page=9')
  expect(await screen.findByText('Row 5')).toBeInTheDocument()
  expect(address()).toBe('/rows?page=3')
})

it('keeps the previous page’s rows, marked as busy, until the next page has loaded', async () => {
  answerRows(4)
  const { press } = openRows()
  const row = await screen.findByText('Row 1')
  let letAnswer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    letAnswer = resolve
  })
  server.use(
    http.get('/api/rows/', async () => {
      await mayAnswer
      return HttpResponse.json(listOf([{ id: 3 }], 4))
    }),
  )
  await press('Next page')
  expect(row.closest('[aria-busy=true]')).not.toBeNull()
  letAnswer()
  expect((await screen.findByText('Row 3')).closest('[aria-busy=true]')).toBeNull()
  expect(row).not.toBeInTheDocument()
})

it('says why a page failed to load, and still offers the others', async () => {
  answerRows(4)
  const { press } = openRows()
  await screen.findByText('Row 1')
  answer('get /api/rows/', { detail: 'The database is busy' }, 503)
  await press('Next page')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load rows')
  expect(alert).toHaveTextContent('The database is busy')
  answerRows(4)
  await press('Retry')
  expect(await screen.findByText('Row 3')).toBeInTheDocument()
  await press('Previous page')
  expect(await screen.findByText('Row 1')).toBeInTheDocument()
})

it('says how to reach the server again', async () => {
  server.use(http.get('/api/rows/', () => HttpResponse.error()))
  openRows()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'We couldn’t reach the server. Check your connection and try again.',
  )
})

it('says that the list is empty, without pagination', async () => {
  answerRows(0)
  openRows()
  expect(await screen.findByText('No rows yet')).toBeInTheDocument()
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
})

it('goes back to the first page when a filter changes, and keeps the rest of the URL', async () => {
  answerRows(5)
  const { press, address } = openRows('/rows?page=2&tab=open')
  await screen.findByText('Row 3')
  await press('Search')
  expect(await screen.findByText('Row 1')).toBeInTheDocument()
  expect(address()).toBe('/rows?tab=open&q=rosa')
  expect(within(screen.getByRole('navigation')).getByText('1')).toBeInTheDocument()
})

it('keeps the focus on Retry while it loads again', async () => {
  answer('get /api/rows/', {}, 500)
  const { press } = openRows()
  await screen.findByRole('alert')
  const release = answerLater('get /api/rows/', {}, 500)
  await press('Retry')
  const retry = screen.getByRole('button', { name: 'Retry' })
  await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'))
  expect(retry).toHaveFocus()
  release()
  await waitFor(() => expect(retry).not.toHaveAttribute('aria-busy'))
  expect(retry).toHaveFocus()
})
