import type { Booking } from '@tendwell/contract/bookings/bookings'
import type { ReactNode } from 'react'
import { Banner } from '../../../ui/banner.tsx'

/** The lasting confirmation after a payment. */
export function NewBookingBanner({ booking, action }: { booking: Booking; action?: ReactNode }) {
  const { caregiver_name: name } = booking
  return (
    <Banner tone="success" title={`You’re booked with ${name}`} action={action}>
      {`We received your payment and let ${name} know. The details are in your email too.`}
    </Banner>
  )
}
