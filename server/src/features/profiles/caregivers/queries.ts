import type { AvailabilitySettings } from '@tendwell/contract/availability/settings'
import { usdFromCents } from '@tendwell/contract/money'
import type { OwnCaregiverProfile, VerificationStatus } from '@tendwell/contract/profiles/profiles'
import type { VerificationNeed } from '@tendwell/contract/profiles/verification-needs'
import type { Zone } from '@tendwell/contract/time'
import { eq, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { createFileLink } from '../../files/index.ts'
import { findUser, toAvatarUrl } from '../../people/index.ts'
import { listDocumentRequests } from '../documents/checks.ts'
import { findDocumentChecks } from '../documents/checks-store.ts'
import { listRenewals } from '../documents/renewals-store.ts'
import { toDocumentStates } from '../documents/states.ts'
import { caregiverProfiles, pendingChanges } from '../tables.ts'
import { listMissingDetails } from './caregiver.ts'
import { DOCUMENT_COLUMNS } from './store.ts'

/** A caregiver's own profile with links to their documents, or null before it is created. */
export async function findOwnCaregiverProfile(
  deps: Pick<Deps, 'clock' | 'database' | 'secrets'>,
  userId: number,
): Promise<OwnCaregiverProfile | null> {
  const [row] = await deps.database
    .select({ profile: caregiverProfiles, pending: pendingChanges })
    .from(caregiverProfiles)
    .leftJoin(pendingChanges, eq(pendingChanges.caregiverId, caregiverProfiles.userId))
    .where(eq(caregiverProfiles.userId, userId))
  const user = await findUser(deps.database, userId)
  if (!row || !user) return null
  const { profile, pending } = row
  const createLink = (fileId: string) => createFileLink(deps, fileId, userId)
  const createLinkIfAny = (fileId: string | null) => (fileId === null ? null : createLink(fileId))
  const checks = await findDocumentChecks(
    deps.database,
    Object.values(DOCUMENT_COLUMNS).map((column) => profile[column]),
  )
  const documents = { checks, renewals: await listRenewals(deps.database, userId) }
  return {
    id: userId,
    caregiver_profile_id: profile.id,
    full_name: profile.fullName,
    email: user.email,
    phone_number: user.phoneNumber,
    avatar: toAvatarUrl(user),
    city: profile.city,
    country: profile.country,
    hourly_rate_usd: usdFromCents(profile.rateCents),
    languages: profile.languages,
    skills: profile.skills,
    // The text that the caregiver wrote most recently, even if it is hidden or waits for staff.
    description: pending?.description ?? (profile.description || (profile.hiddenDescription ?? '')),
    is_hidden: profile.hiddenAt !== null,
    hides_surname: profile.hidesSurname,
    timezone: profile.timezone,
    cancellation_policy: profile.cancellationPolicy,
    experience_years: profile.experienceYears,
    care_ages: profile.careAges,
    video_url: profile.videoUrl,
    travel_km: profile.travelKm,
    verification_status: profile.verificationStatus,
    rejection_reason: profile.rejectionReason,
    place_id: profile.placeId,
    gov_id_front: createLinkIfAny(profile.govIdFrontFileId),
    gov_id_back: createLinkIfAny(profile.govIdBackFileId),
    certificate: createLinkIfAny(profile.certificateFileId),
    document_requests: listDocumentRequests(profile, documents),
    document_states: toDocumentStates(profile, documents, { now: deps.clock.now(), linkTo: createLink }),
    pending_changes: pending && {
      full_name: pending.fullName,
      avatar: toAvatarUrl({ ...user, avatarFileId: pending.avatarFileId }),
      description: pending.description,
      submitted_at: pending.submittedAt.toISOString(),
    },
    profile_complete: user.profileComplete,
  }
}

/**
 * The details that a caregiver's profile lacks to be shown to families. A description that staff hid counts
 * as missing.
 */
export async function readMissingDetails(reader: Reader, userId: number): Promise<VerificationNeed[]> {
  const [profile] = await reader.select().from(caregiverProfiles).where(eq(caregiverProfiles.userId, userId))
  return profile ? listMissingDetails(profile) : []
}

/** The parts of a caregiver's profile that other slices need; null if there is no profile yet. */
export async function findCaregiver(
  reader: Reader,
  userId: number,
): Promise<{
  timezone: Zone
  isListed: boolean
  status: VerificationStatus
  /** Whether both sides of a government ID are on file. */
  hasIds: boolean
} | null> {
  const {
    timezone,
    isListed,
    verificationStatus: status,
    govIdFrontFileId,
    govIdBackFileId,
  } = caregiverProfiles
  const hasIds = sql<boolean>`num_nulls(${govIdFrontFileId}, ${govIdBackFileId}) = 0`
  const [profile] = await reader
    .select({ timezone, isListed, status, hasIds })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, userId))
  return profile ?? null
}

/** What a caregiver asks of all requests; null if there is no profile yet. */
export async function findAvailabilitySettings(
  reader: Reader,
  userId: number,
): Promise<AvailabilitySettings | null> {
  const [settings] = await reader
    .select({
      notice_hours: caregiverProfiles.noticeHours,
      minimum_visit_minutes: caregiverProfiles.minimumVisitMinutes,
      meeting_hours: caregiverProfiles.meetingHours,
    })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, userId))
  return settings ?? null
}

/**
 * Whether a caregiver is restricted: staff flagged or rejected them, and have not verified them after
 * that. Restricted caregivers get no new requests, conversations or payouts, and see families only around
 * bookings that were not canceled.
 * @see docs/rules/profiles-and-files.md#restricted-caregivers
 */
export async function isRestricted(reader: Reader, userId: number): Promise<boolean> {
  const [row] = await reader
    .select({ isRestricted: caregiverProfiles.isRestricted })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, userId))
  return row?.isRestricted ?? false
}
