import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectToast } from '../../../../test/expect.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, sentWrites } from '../../../../test/server.ts'
import { Waits } from './waits.tsx'

const list = 'get /api/availability/waitlist/'

it('lists the days for which a family waits, and ends a wait', async () => {
  answer(list, { waits: [{ id: 5, caregiver_id: 2, caregiver_name: 'Nora Lind', date: '2026-06-04' }] })
  answer('delete /api/availability/waitlist/5/', {}, 500)
  const { press } = renderPage(<Waits />, { route: '/favorites', session: sessionOf(family) })
  const day = await screen.findByRole('link', { name: /Thu, Jun 4.*Nora Lind/ })
  expect(day).toHaveAttribute('href', '/caregiver/2/book?date=2026-06-04')
  const end = 'Don’t tell me about Nora Lind, Thu, Jun 4'
  expect(screen.getByText(/^We tell you once,/)).toBeInTheDocument()
  await press(end)
  await expectToast('Failed to end the wait')
  expect(day).toBeInTheDocument()
  answer('delete /api/availability/waitlist/5/', {})
  answer(list, { waits: [] })
  await press(end)
  expect(await screen.findByText('You aren’t waiting for a day')).toBeInTheDocument()
  expect(sentWrites()).toHaveLength(2)
  await waitFor(() => expect(screen.getByRole('region', { name: 'Full days' })).toHaveFocus())
})
