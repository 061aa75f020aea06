import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../test/render.tsx'
import { EmptyState } from './empty-state.tsx'
import { QueryBody, QueryPanel } from './query-panel.tsx'

const missingError = { status: 404, data: {} }
const serverError = { status: 500, data: {} }

interface Answer {
  data?: string[]
  error?: unknown
  isFetching?: boolean
}

function renderPanel(answer: Answer, refetch = vi.fn()) {
  return renderPage(
    <QueryPanel
      title="Visits"
      query={{ ...answer, refetch }}
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
  ['its data', { data: ['Monday', 'Friday'] }, 'Monday, Friday'],
  ['its data after a later load has failed', { data: ['Monday'], error: serverError }, 'Monday'],
  ['that there is nothing', { data: [] }, 'No visits yet'],
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
  const body = (data?: string) => (
    <QueryBody query={{ data, refetch: vi.fn() }} failure="Failed to load visits" skeleton={<p>Loading…</p>}>
      {(visits) => <p>{visits}</p>}
    </QueryBody>
  )
  const { rerender } = render(body())
  const placeholder = screen.getByText('Loading…')
  rerender(body('Monday'))
  expect(screen.getByText('Monday')).toBeInTheDocument()
  expect(placeholder).not.toBeInTheDocument()
})
