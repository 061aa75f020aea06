import type { AdminSearch, FoundPerson } from '@tendwell/contract/console/search'
import { formatMoney } from '../../lib/format/format.ts'
import { disputeLabel } from '../../shared/disputes/dispute-label.ts'
import { paths } from '../../shared/routes/paths.ts'
import type { CommandGroup } from '../../ui/command-palette.tsx'
import { describeInactive } from '../common/records/inactive-text.ts'
import { formatDates } from '../common/requests/care-dates.ts'

const roles: Record<FoundPerson['role'], string> = {
  caretaker: 'Family',
  caregiver: 'Caregiver',
  admin: 'Tendwell staff',
}

/** An item's id begins with its page, which a payment shares with its booking. */
const toId = (kind: string, path: string) => `${path}#${kind}`

/** The page of an item. */
export const getPath = (id: string): string => id.replace(/#.*/, '')

/** The groups of an answer that have records, in the order in which they are shown. */
export function toGroups({ people, bookings, payments, disputes }: AdminSearch): CommandGroup[] {
  const groups = [
    {
      title: 'People',
      items: people.map((person) => ({
        id: toId('people', paths.adminPerson(person.id)),
        label: person.full_name,
        note: [roles[person.role], person.email, describeInactive(person)].filter(Boolean).join(' · '),
      })),
    },
    {
      title: 'Bookings',
      items: bookings.map((booking) => ({
        id: toId('bookings', paths.adminBooking(booking.id)),
        label: `Booking #${booking.id}`,
        note: `${booking.caregiver_name} for ${booking.caretaker_name} · ${formatDates(booking)}`,
      })),
    },
    {
      title: 'Payments',
      items: payments.map((payment) => ({
        id: toId(`payment-${payment.id}`, paths.adminBooking(payment.request_id)),
        label: `Payment #${payment.id}`,
        note: `${payment.family.name} · ${formatMoney(payment.amount_usd)}`,
      })),
    },
    {
      title: 'Disputes',
      items: disputes.map((dispute) => ({
        id: toId('disputes', paths.adminDispute(dispute.id)),
        label: disputeLabel(dispute.id),
        note: `${dispute.caretaker_name} and ${dispute.caregiver_name}`,
      })),
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}
