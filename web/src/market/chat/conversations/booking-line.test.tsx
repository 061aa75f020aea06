import type { ConversationBooking } from '@tendwell/contract/chat/chat'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../../test/render.tsx'
import { BookingLine } from './booking-line.tsx'

it.each([
  ['caretaker', 'submitted', 'Submitted', '/bookings/12'],
  ['caretaker', 'accepted', 'Payment due', '/bookings/12'],
  ['caretaker', 'confirmed', 'Confirmed', '/bookings/12'],
  ['caregiver', 'submitted', 'Submitted', '/requests/incoming?request=12'],
  ['caregiver', 'accepted', 'Accepted', '/requests/incoming?request=12'],
  ['caregiver', 'in_progress', 'In progress', '/caregiver/bookings/12'],
] as const)('tells a %s of a booking that is %s, and leads there', (side, status, word, path) => {
  const booking: ConversationBooking = {
    request_id: 12,
    start_utc: '2026-12-15T14:00:00Z',
    end_utc: '2026-12-15T19:00:00Z',
    status,
  }
  renderPage(<BookingLine booking={booking} side={side} />)
  const link = screen.getByRole('link')
  expect(link).toHaveTextContent(/^Tue, Dec 15(, 2026)?, .* – .* · /)
  expect(link).toHaveTextContent(new RegExp(` · ${word}$`))
  expect(link).toHaveAttribute('href', path)
})
