import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { admin, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { listOf, server } from '../../../../test/server.ts'
import { api } from '../../../lib/transport/api-base.ts'
import { listOf as readRows } from '../../../lib/transport/list.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { ListScreen } from './list-screen.tsx'
import { type ListDefinition, useListScreen } from './use-list-screen.ts'

interface Toy {
  id: number
  name: string
}

interface ToysQuery {
  page: number
  page_size: number
  sort?: 'made_at' | '-made_at' | 'name' | '-name'
  color?: 'red'
}

const { useToysQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    toys: build.query({
      query: (params: ToysQuery) => ({ url: '/toys/', params }),
      transformResponse: readRows<Toy>,
    }),
  }),
})

const name: Column<Toy> = { id: 'name', header: 'Name', isTitle: true, cell: (toy) => toy.name }
const color = {
  name: 'color',
  label: 'Color',
  any: 'Any color',
  options: [{ id: 'red', label: 'Red' }],
} as const

type Definition = Pick<ListDefinition<Toy, 'made_at' | 'name', typeof color>, 'columns' | 'filters'>

function Toys(definition: Definition) {
  const toys = useListScreen({ useListQuery: useToysQuery, pageSize: 20, ...definition })
  return <ListScreen shown={toys} title="Toys" failure="Failed to load toys" empty="No toys" />
}

/** Opens the list, and returns the query that it sent. */
async function openToys(search: string, definition: Definition) {
  const queries: Record<string, string>[] = []
  server.use(
    http.get('/api/toys/', ({ request: { url } }) => {
      queries.push(Object.fromEntries(new URL(url).searchParams))
      return HttpResponse.json(listOf([{ id: 1, name: 'Rattle' }]))
    }),
  )
  renderPage(<Toys {...definition} />, { route: `/toys${search}`, session: sessionOf(admin) })
  await screen.findByRole('table', { name: 'Toys' })
  return queries[0]
}

it('ignores a choice that it doesn’t offer', async () => {
  const query = await openToys('?color=blue', {
    columns: [name],
    filters: { dates: 'Made', selects: [color] },
  })
  expect(query).toEqual({ page: '1', page_size: '20' })
  expect(screen.getByRole('button', { name: /Any color/ })).toBeVisible()
})

it('has no search, dates or order unless it says so', async () => {
  expect(await openToys('?q=rat&from=2026-06-01&sort=made_at', { columns: [name] })).toEqual({
    page: '1',
    page_size: '20',
  })
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

it('takes only fields and choices that its call has', () => {
  const call = { useListQuery: useToysQuery, pageSize: 20 }
  const use = () => {
    // @ts-expect-error a field that the call doesn't sort by
    useListScreen({ ...call, columns: [{ ...name, sort: { by: 'craeted_at', kind: 'date' } }] as const })
    const blue = [{ id: 'blue', label: 'Blue' }] as const
    // @ts-expect-error an option that the call doesn't have
    useListScreen({
      ...call,
      columns: [name],
      filters: { dates: 'Made', selects: [{ ...color, options: blue }] },
    })
  }
  expect(use).toBeTypeOf('function')
})
