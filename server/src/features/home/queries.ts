import type { HomeResponse, SetupStep } from '@tendwell/contract/bookings/home'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { hasHours } from '../availability/index.ts'
import { countOwnRequests, findMeetingsForHome, findMoveToAnswer, findNextVisit } from '../bookings/index.ts'
import { countUnreadMessages } from '../chat/index.ts'
import { listOpenDisputesOf } from '../disputes/index.ts'
import { getWallet } from '../payouts/index.ts'
import { findUser } from '../people/index.ts'
import { findCaregiver, listExpiringDocuments, readDocumentRequests } from '../profiles/index.ts'
import { findVisitToReview } from '../reviews/index.ts'

/** What matters now to a person. @see docs/rules/home.md */
export async function getHome(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  side: Side,
  userId: number,
): Promise<HomeResponse> {
  const { database, clock } = deps
  const [nextVisit, visitToReview, moveToAnswer, ownRequests, meetings, unreadMessages, openDisputes, setup] =
    await Promise.all([
      findNextVisit(database, side, userId, clock.now()),
      side === 'caretaker' ? findVisitForHome(database, userId, clock.now()) : null,
      findMoveToAnswer(database, side, userId, clock.now()),
      countOwnRequests(database, side, userId, clock.now()),
      findMeetingsForHome(database, side, userId, clock.now()),
      countUnreadMessages(database, side, userId),
      listOpenDisputesOf(database, side, userId),
      side === 'caregiver'
        ? getCaregiverSetup(database, userId, clock.now())
        : getFamilySetup(database, userId),
    ])
  return {
    next_visit: nextVisit,
    visit_to_review: visitToReview,
    move_to_answer: moveToAnswer,
    open_dispute_id: openDisputes[0]?.id ?? null,
    open_disputes: {
      count: openDisputes.length,
      to_answer: openDisputes.filter(({ isWaiting }) => isWaiting).length,
    },
    ...ownRequests,
    ...meetings,
    unread_messages: unreadMessages,
    wallet: side === 'caregiver' ? await getWallet(deps, userId) : null,
    ...setup,
  }
}

/** The visit that a family is asked to review, if there is one. */
async function findVisitForHome(
  reader: Reader,
  userId: number,
  now: Date,
): Promise<HomeResponse['visit_to_review']> {
  const visit = await findVisitToReview(reader, userId, now)
  return (
    visit && {
      booking_id: visit.bookingId,
      caregiver_name: visit.caregiverName,
      start_utc: visit.startsAt.toISOString(),
    }
  )
}

/** What a person still has to set up, and for caregivers the state of their papers. */
type Setup = Pick<
  HomeResponse,
  'missing' | 'verification_status' | 'expiring_documents' | 'requested_documents'
>

/** A family has to complete its profile, and nothing else. */
async function getFamilySetup(reader: Reader, userId: number): Promise<Setup> {
  const user = await findUser(reader, userId)
  return {
    missing: user?.profileComplete ? [] : ['profile'],
    verification_status: null,
    expiring_documents: [],
    requested_documents: [],
  }
}

/** Papers count as missing only until the caregiver is verified. */
async function getCaregiverSetup(reader: Reader, userId: number, now: Date): Promise<Setup> {
  const user = await findUser(reader, userId)
  const profile = await findCaregiver(reader, userId)
  const today = toLocalDate(now.getTime(), profile?.timezone ?? 'UTC')
  const isVerified = profile?.status === 'verified'
  const isMissing: Record<SetupStep, boolean> = {
    profile: !user?.profileComplete,
    documents: !isVerified && !profile?.hasIds,
    verification: !isVerified,
    availability: !(await hasHours(reader, userId, today)),
  }
  const missing = (Object.keys(isMissing) as SetupStep[]).filter((step) => isMissing[step])
  return {
    missing,
    verification_status: profile?.status ?? 'pending',
    expiring_documents: isVerified ? await listExpiringDocuments(reader, userId, now) : [],
    requested_documents: await readDocumentRequests(reader, userId),
  }
}
