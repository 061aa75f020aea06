import { type AdminSearch, type FoundPerson, SEARCH_RESULTS_MAXIMUM } from '@tendwell/contract/console/search'
import type { AdminRequest } from '@tendwell/contract/console/users'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { readFirst } from '../../../platform/database/sorted-list.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { requestList } from '../../bookings/index.ts'
import { disputeList } from '../../disputes/index.ts'
import { searchPeople, toAvatarUrl } from '../../people/index.ts'
import { paymentList } from '../money/lists.ts'
import { maskEmail } from '../people/masking.ts'

/**
 * Finds people, bookings, payments and disputes in all states: of each kind that the actor's staff role may
 * see the newest first, at most `SEARCH_RESULTS_MAXIMUM`.
 * @see docs/rules/console.md#search
 */
export async function searchRecords(
  deps: Pick<Deps, 'clock' | 'database'>,
  { staffRole }: Actor,
  q: string,
): Promise<AdminSearch> {
  const isSupport = staffRole !== 'finance'
  const isFinance = staffRole !== 'support'
  const [people, bookings, payments, disputes] = await Promise.all([
    listFoundPeople(deps.database, q),
    readFirst({ ...deps, masksEmails: true }, requestList, { q }, SEARCH_RESULTS_MAXIMUM),
    isFinance ? readFirst(deps, paymentList, { q }, SEARCH_RESULTS_MAXIMUM) : [],
    isSupport ? readFirst(deps, disputeList, { q }, SEARCH_RESULTS_MAXIMUM) : [],
  ])
  return { people, bookings: bookings.map(maskEmails), payments, disputes }
}

const maskEmails = (booking: AdminRequest): AdminRequest => ({
  ...booking,
  caregiver_email: maskEmail(booking.caregiver_email),
  caretaker_email: maskEmail(booking.caretaker_email),
})

/** The people that a search finds, with masked emails. */
async function listFoundPeople(reader: Reader, q: string): Promise<FoundPerson[]> {
  const rows = await searchPeople(reader, q, SEARCH_RESULTS_MAXIMUM)
  return rows.map((user) => ({
    id: user.id,
    full_name: user.fullName,
    email: maskEmail(user.email),
    avatar: toAvatarUrl(user),
    role: user.role,
    is_active: user.isActive,
    is_suspended: user.suspendedUntil !== null,
  }))
}
