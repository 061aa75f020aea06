import type { Booking } from '@tendwell/contract/bookings/bookings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { screen } from '@testing-library/react'
import { CaregiverBookingPage } from '../src/market/bookings/manage/caregiver-booking-page.tsx'
import { FamilyBookingPage } from '../src/market/bookings/manage/family-booking-page.tsx'
import { booking, ownCaretakerProfile } from './data.ts'
import { caregiver, family, sessionOf } from './people.ts'
import { renderPage } from './render.tsx'
import { answer, listOf } from './server.ts'

/** Opens a booking's page as one of its sides, with nothing to review and no dispute. */
export async function openBookingPage(side: Side, changes: Partial<Booking> = {}) {
  answer(`get /api/requests/bookings/${side}/12/`, { ...booking, ...changes })
  answer('get /api/auth/caretaker/profile/', ownCaretakerProfile)
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  answer('get /api/disputes/mine/', listOf([]))
  answer('get /api/disputes/bookings/available/', listOf([]))
  answer('get /api/disputes/assigned-to-me/', listOf([]))
  const isFamily = side === 'caretaker'
  const page = renderPage(isFamily ? <FamilyBookingPage /> : <CaregiverBookingPage />, {
    route: isFamily ? '/bookings/12' : '/caregiver/bookings/12',
    path: isFamily ? '/bookings/:requestId' : '/caregiver/bookings/:requestId',
    session: sessionOf(isFamily ? family : caregiver),
  })
  await screen.findByRole('region', { name: 'When' })
  return page
}
