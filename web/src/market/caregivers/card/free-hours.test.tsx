import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listedCaregiver } from '../../../../test/caregivers.ts'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { CaregiverCards } from '../search/results.tsx'

it('shows free hours in both zones, each leading to the booking screen', () => {
  const hour = (start: string) => ({
    start_utc: `2026-06-02T${start}:00:00Z`,
    end_utc: `2026-06-02T${start}:30:00Z`,
  })
  const found = [
    listedCaregiver(1, { timezone: 'Asia/Riyadh', free_slots: [hour('13'), hour('15')] }),
    listedCaregiver(2, { timezone: 'America/Detroit', free_slots: [hour('14')] }),
    listedCaregiver(3),
  ]
  renderPage(<CaregiverCards caregivers={found} />, { route: '/caregivers?available_on=2026-06-02' })
  const link = screen.getByRole('link', { name: 'Book Tue, Jun 2, 9:00 AM – 9:30 AM' })
  expect(link).toHaveAttribute('href', '/caregiver/1/book?date=2026-06-02&from=09%3A00&to=09%3A30')
  expect(screen.getByText('9:00 AM your time (4:00 PM in Riyadh)')).toBeInTheDocument()
  expect(screen.getAllByText('Free Tue, Jun 2')).toHaveLength(2)
  expect(screen.queryByText(/in Detroit/)).not.toBeInTheDocument()
  expect(screen.getByText('No availability yet')).toBeInTheDocument()
})

it('shows a night once, by its start and end', () => {
  const night = { start_utc: '2026-06-03T01:00:00Z', end_utc: '2026-06-03T10:00:00Z' }
  renderPage(
    <CaregiverCards
      caregivers={[listedCaregiver(1, { timezone: 'America/Detroit', free_slots: [night] })]}
    />,
    { route: '/caregivers' },
  )
  const link = screen.getByRole('link', { name: /^Book Tue, Jun 2/ })
  expect(link).toHaveTextContent('9:00 PM – 6:00 AM')
  expect(link).toHaveAttribute('href', '/caregiver/1/book?date=2026-06-02&from=21%3A00&to=06%3A00')
})

it('shows caregivers free hours without links', () => {
  const free_slots = [{ start_utc: '2026-06-02T13:00:00Z', end_utc: '2026-06-02T14:00:00Z' }]
  renderPage(<CaregiverCards caregivers={[listedCaregiver(1, { free_slots })]} />, {
    session: sessionOf(caregiver),
  })
  expect(screen.getByText('9:00 AM')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /^Book/ })).not.toBeInTheDocument()
})
