import { booking } from '../../../../test/data.ts'
import { answering, failing } from '../../../../test/stories.tsx'
import { SafetyPanel } from '../../../shared/safety/safety-panel.tsx'
import { BookingView } from './booking-view.tsx'
import { NextStep } from './next-step.tsx'

function FamilyBooking() {
  return (
    <BookingView
      requestId={12}
      viewer="caretaker"
      list={{ label: 'My Bookings', to: '/bookings' }}
      safety={(shown) => <SafetyPanel booking={shown} name={shown.caregiver_name} />}
    >
      {() => <NextStep title="Receipt" hint="To print or save." to="/payments/8/receipt" />}
    </BookingView>
  )
}

export default { component: FamilyBooking }

const call = 'get /api/requests/bookings/caretaker/12/'

export const Confirmed = answering(call, booking)
export const Loading = {}
export const Failed = failing(call)
export const Missing = answering(call, { detail: 'Not found', code: 'not_found' }, 404)
