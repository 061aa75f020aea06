import type { AssignedDispute } from '@tendwell/contract/safety/disputes'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, listOf } from '../../../../test/server.ts'
import { CaregiverDisputesPage } from './caregiver-disputes-page.tsx'

const assigned: AssignedDispute = {
  id: 5,
  status: 'escalated',
  type: 'schedule',
  other_type_text: null,
  reason: 'Nora did not come',
  booking_id: 12,
  opened_at: '2026-06-01T11:00:00Z',
  caretaker_name: 'Fay Hart',
  caretaker_email: null,
  caretaker_avatar: null,
  responded_at: null,
}

function openDisputes(disputes: AssignedDispute[], count = disputes.length) {
  answer('get /api/disputes/assigned-to-me/', listOf(disputes, count))
  return renderPage(<CaregiverDisputesPage />, {
    route: '/caregiver/disputes',
    session: sessionOf(caregiver),
  })
}

it('says that there are no disputes', async () => {
  openDisputes([])
  expect(await screen.findByText('No disputes assigned.')).toBeInTheDocument()
})

it('shows the total, and who opened each dispute about which booking, without actions', async () => {
  openDisputes([assigned], 21)
  expect(await screen.findByText('21 disputes')).toBeInTheDocument()
  const card = within(screen.getByRole('article'))
  expect(card.getByRole('heading', { name: 'Dispute from Fay Hart' })).toBeInTheDocument()
  expect(card.getAllByRole('link')).toHaveLength(1)
  for (const text of ['Escalated', 'Schedule Problems', 'Booking #12', 'Opened Jun 1, 2026', 'DPT-5']) {
    expect(card.getByText(text)).toBeInTheDocument()
  }
  expect(card.getByRole('link', { name: 'View DPT-5' })).toHaveAttribute('href', '/caregiver/disputes/5')
  expect(card.queryByRole('button')).not.toBeInTheDocument()
})

it.each([
  ['escalated', null, 'Waiting for your answer'],
  ['submitted', '2026-06-01T12:00:00Z', 'You answered on Jun 1, 2026'],
  ['closed', null, null],
  ['rejected', '2026-06-01T12:00:00Z', null],
] as const)('says of a dispute that is %s and answered %s: %s', async (status, responded_at, text) => {
  openDisputes([{ ...assigned, status, responded_at }])
  const card = within(await screen.findByRole('article'))
  expect(card.queryByText(/answer/)?.textContent ?? null).toBe(text)
})

it.each([
  ['fay', 1],
  ['did not', 1],
  ['DPT-5', 1],
  ['nobody', 0],
])('finds “%s” by family, reason or number', async (text, count) => {
  const { fill } = openDisputes([assigned])
  await screen.findByRole('article')
  await fill('Search disputes', text)
  expect(screen.queryAllByRole('article')).toHaveLength(count)
  expect(screen.queryAllByText('No disputes found')).toHaveLength(1 - count)
})

it('offers to retry when the disputes fail to load', async () => {
  answer('get /api/disputes/assigned-to-me/', {}, 500)
  const { press } = renderPage(<CaregiverDisputesPage />, {
    route: '/caregiver/disputes',
    session: sessionOf(caregiver),
  })
  expect(await screen.findByText('Failed to load disputes')).toBeInTheDocument()
  answer('get /api/disputes/assigned-to-me/', listOf([assigned]))
  await press('Retry')
  expect(await screen.findByRole('article')).toBeInTheDocument()
})
