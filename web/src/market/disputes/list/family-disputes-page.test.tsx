import type { OwnDispute } from '@tendwell/contract/safety/disputes'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { dispute } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, listOf, sentWrites, server } from '../../../../test/server.ts'
import { FamilyDisputesPage } from './family-disputes-page.tsx'

const submitted: OwnDispute = {
  id: 5,
  status: 'submitted',
  type: 'schedule',
  other_type_text: null,
  reason: 'Nora did not come',
  booking_id: 12,
  opened_at: '2026-06-01T11:00:00Z',
  caregiver_name: 'Nora Lind',
  caregiver_avatar: null,
}
const closed: OwnDispute = {
  ...submitted,
  id: 6,
  status: 'closed',
  type: 'payment',
  reason: 'Charged twice',
  caregiver_name: 'Huda Berg',
}
const search = 'Search disputes'

/** Opens the list. `queries` are the requested lists, the latest last. */
function openDisputes(disputes: OwnDispute[], query = '') {
  const queries: Record<string, string>[] = []
  server.use(
    http.get('/api/disputes/mine/', ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams))
      return HttpResponse.json(listOf(disputes))
    }),
  )
  const route = `/caretaker/disputes${query}`
  return { queries, ...renderPage(<FamilyDisputesPage />, { route, session: sessionOf(family) }) }
}

const cards = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent)

it('says that there are no disputes and links to the form for one', async () => {
  openDisputes([])
  expect(await screen.findByText('No disputes found')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Create Your First Dispute' })).toHaveAttribute(
    'href',
    '/caretaker/disputes/add',
  )
  expect(screen.queryByLabelText(search)).not.toBeInTheDocument()
})

it('shows number, status, type, caregiver, booking and date of a dispute', async () => {
  openDisputes([submitted])
  const card = within(await screen.findByRole('article'))
  expect(card.getByRole('heading', { name: 'DPT-5' })).toBeInTheDocument()
  for (const text of ['Submitted', 'Schedule Problems', 'Nora Lind', 'Booking #12', 'Created Jun 1, 2026']) {
    expect(card.getByText(text)).toBeInTheDocument()
  }
  expect(card.getByRole('link', { name: 'View Details of DPT-5' })).toHaveAttribute(
    'href',
    '/caretaker/disputes/5',
  )
  expect(screen.getByRole('link', { name: 'Create New Dispute' })).toHaveAttribute(
    'href',
    '/caretaker/disputes/add',
  )
})

it.each(['escalated', 'closed', 'rejected'] as const)(
  'does not offer to close a dispute that is %s',
  async (status) => {
    openDisputes([{ ...submitted, status }])
    await screen.findByRole('article')
    expect(screen.queryByRole('button', { name: /^Close Dispute/ })).not.toBeInTheDocument()
  },
)

it('closes a dispute after a confirmation', async () => {
  const { press } = openDisputes([submitted])
  await screen.findByRole('article')
  await press('Close Dispute DPT-5')
  expect(await screen.findByRole('alertdialog', { name: 'Close DPT-5?' })).toHaveTextContent(
    'the money on hold goes to Nora Lind',
  )
  await press('Cancel')
  expect(sentWrites()).toEqual([])
  await press('Close Dispute DPT-5')
  answer('patch /api/disputes/5/close/', { ...dispute, status: 'closed' })
  answer('get /api/disputes/mine/', listOf([{ ...submitted, status: 'closed' }]))
  await press('Close dispute')
  await expectToast('Dispute closed successfully')
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /^Close Dispute/ })).not.toBeInTheDocument(),
  )
  expect(sentWrites()).toEqual(['PATCH /api/disputes/5/close/'])
})

it.each([
  [
    409,
    { detail: 'This dispute was already escalated', code: 'conflict' },
    'This dispute was already escalated',
    0,
  ],
  [500, {}, 'Failed to close dispute', 1],
])(
  'shows why a dispute could not be closed (%i), and asks on where that may pass',
  async (status, body, message, questions) => {
    const { press } = openDisputes([submitted])
    await screen.findByRole('article')
    await press('Close Dispute DPT-5')
    answer('patch /api/disputes/5/close/', body, status)
    await press('Close dispute')
    await expectToast(message)
    await waitFor(() => expect(screen.queryAllByRole('alertdialog')).toHaveLength(questions))
  },
)

it.each([
  ['huda', ['DPT-6']],
  ['did not', ['DPT-5']],
  ['#dpt-6', ['DPT-6']],
  ['nobody', []],
])('finds “%s” among the disputes at hand before the server has answered', async (text, expected) => {
  const { fill } = openDisputes([submitted, closed])
  await screen.findByRole('list', { name: 'Disputes' })
  await fill(search, text)
  expect(cards()).toEqual(expected)
})

it('asks the server for text, status and type, and offers to clear them', async () => {
  const { queries, press, address } = openDisputes([], '?q=nobody&status=closed&type=payment')
  expect(await screen.findByText('Try a different search, status or type.')).toBeInTheDocument()
  expect(screen.getByText('No disputes found')).toBeInTheDocument()
  expect(queries).toEqual([{ q: 'nobody', status: 'closed', type: 'payment', page: '1' }])
  await press('Clear filters')
  await waitFor(() => expect(address()).toBe('/caretaker/disputes'))
})

it.each([
  [
    'Status',
    ['All Statuses', 'Submitted', 'Escalated', 'Closed', 'Rejected'],
    'Escalated',
    'status=escalated',
  ],
  [
    'Type',
    ['All Types', 'Payment Related', 'Service Quality', 'Communication Issues', 'Schedule Problems', 'Other'],
    'Service Quality',
    'type=service_quality',
  ],
])('filters by %s', async (label, words, choice, query) => {
  const { user, address } = openDisputes([submitted, closed])
  await screen.findByRole('list', { name: 'Disputes' })
  await user.click(screen.getByRole('button', { name: new RegExp(label) }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(words)
  await user.click(screen.getByRole('option', { name: choice }))
  await waitFor(() => expect(address()).toBe(`/caretaker/disputes?${query}`))
})

it('offers to retry when the disputes fail to load', async () => {
  answer('get /api/disputes/mine/', {}, 500)
  const { press } = renderPage(<FamilyDisputesPage />, {
    route: '/caretaker/disputes',
    session: sessionOf(family),
  })
  expect(await screen.findByText('Failed to load disputes')).toBeInTheDocument()
  answer('get /api/disputes/mine/', listOf([submitted]))
  await press('Retry')
  expect(await screen.findByRole('article')).toBeInTheDocument()
})
