import type { AvailableBooking } from '@tendwell/contract/safety/disputes'
import { SAFETY_REPORT_DAYS } from '@tendwell/contract/safety/reports'
import { DAY_MS } from '@tendwell/contract/time'
import { now } from '../../../lib/format/clock.ts'
import { toEpochMs } from '../../../lib/format/instants.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { OPEN_SAFETY_REPORT } from '../../../shared/safety/safety-panel.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'

/** Leads from a dispute, which is about money, to the report that staff read first. */
export function UnsafeNote({ booking }: { booking: AvailableBooking | undefined }) {
  const earliest = now() - SAFETY_REPORT_DAYS * DAY_MS
  const canReport = booking?.windows.some(({ end_utc }) => toEpochMs(end_utc) > earliest)
  return (
    <Banner
      tone="warning"
      title="Is someone hurt or unsafe?"
      action={
        !booking ? undefined : canReport ? (
          <ButtonLink to={paths.booking(booking.id)} state={OPEN_SAFETY_REPORT} variant="secondary">
            Tell us now
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.contact} variant="secondary">
            Contact us
          </ButtonLink>
        )
      }
    >
      {`Call your local emergency number first. Then ${booking ? 'tell us' : 'choose the booking and tell us'}: our team reads such a report before all others. A dispute is about the payment.`}
    </Banner>
  )
}
