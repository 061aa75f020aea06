import { render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../test/render.tsx'
import { answer, answerLater } from '../../test/server.ts'
import { api } from '../lib/transport/api-base.ts'
import { EmptyState } from './empty-state.tsx'
import { QueryBody, QueryPanel } from './query-panel.tsx'

const missingError = { status: 404, data: {} }
const serverError = { status: 500, data: {} }

interface Answer {
  currentData?: string[]
  error?: unknown
  isFetching?: boolean
}

function renderPanel(loaded: Answer, refetch = vi.fn()) {
  return renderPage(
    <QueryPanel
      title="Visits"
      query={{ isFetching: false, ...loaded, refetch }}
      failure="Failed to load visits"
      skeleton={<p>Loading…</p>}
      missing={<p>No such booking</p>}
      empty={(visits) => visits.length === 0 && <EmptyState title="No visits yet" />}
    >
      {(visits) => visits.join(', ')}
    </QueryPanel>,
  )
}

it.each<[string, Answer, string]>([
  ['its data', { currentData: ['Monday', 'Friday'] }, 'Monday, Friday'],
  ['its data after a later load has failed', { currentData: ['Monday'], error: serverError }, 'Monday'],
  ['that there is nothing', { currentData: [] }, 'No visits yet'],
  ['the skeleton while it loads', {}, 'Loading…'],
  ['what is missing', { error: missingError }, 'No such booking'],
  ['what has failed', { error: serverError }, 'Failed to load visits'],
])('shows %s, and nothing else', async (_, answer, text) => {
  renderPanel(answer)
  const panel = await screen.findByRole('region', { name: 'Visits' })
  const texts = [
    'Monday, Friday',
    'Monday',
    'No visits yet',
    'Loading…',
    'No such booking',
    'Failed to load visits',
  ]
  const shown = texts.filter((one) => within(panel).queryByText(one))
  expect(shown).toEqual([text])
  expect(panel).toHaveAttribute('aria-busy', String(text === 'Loading…'))
})

it.each([
  ['loads again on Retry', false, 1],
  ['does not load twice at a time', true, 0],
])('%s', async (_, isFetching, loads) => {
  const refetch = vi.fn()
  const { user } = renderPanel({ error: serverError, isFetching }, refetch)
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledTimes(loads)
})

it('replaces the skeleton’s elements, so that none of them jumps to its place in the content', () => {
  const body = (currentData?: string) => (
    <QueryBody
      query={{ currentData, isFetching: !currentData, refetch: vi.fn() }}
      failure="Failed to load visits"
      skeleton={<p>Loading…</p>}
    >
      {(visits) => <p>{visits}</p>}
    </QueryBody>
  )
  const { rerender } = render(body())
  const placeholder = screen.getByText('Loading…')
  rerender(body('Monday'))
  expect(screen.getByText('Monday')).toBeInTheDocument()
  expect(placeholder).not.toBeInTheDocument()
})

const { useDayQuery } = api.injectEndpoints({
  endpoints: (build) => ({ day: build.query<string[], string>({ query: (day) => `/days/${day}` }) }),
})

function Day() {
  const [day, setDay] = useState('monday')
  return (
    <>
      <button type="button" onClick={() => setDay('friday')}>
        Friday
      </button>
      <QueryPanel<string[]>
        title="Visits"
        query={useDayQuery(day)}
        failure="Failed to load visits"
        skeleton={<p>Loading…</p>}
      >
        {(visits) => visits.join(', ')}
      </QueryPanel>
    </>
  )
}

it('never shows what was loaded for another argument, also when that fails to load', async () => {
  answer('get /api/days/monday', ['Nora'])
  const { user, press } = renderPage(<Day />)
  expect(await screen.findByText('Nora')).toBeInTheDocument()
  const fail = answerLater('get /api/days/friday', {}, 500)
  await user.click(screen.getByRole('button', { name: 'Friday' }))
  expect(await screen.findByText('Loading…')).toBeInTheDocument()
  expect(screen.queryByText('Nora')).not.toBeInTheDocument()
  fail()
  expect(await screen.findByText('Failed to load visits')).toBeInTheDocument()
  answer('get /api/days/friday', ['Mei'])
  await press('Retry')
  expect(await screen.findByText('Mei')).toBeInTheDocument()
})
