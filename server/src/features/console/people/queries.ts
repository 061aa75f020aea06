import { DOCUMENT_KINDS, type DocumentCheck, type DocumentKind } from '@tendwell/contract/console/documents'
import type {
  CaregiverFacts,
  DeactivationPreview,
  DocumentFile,
  PersonRecord,
} from '@tendwell/contract/console/people'
import { usdFromCents } from '@tendwell/contract/money'
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { listChecks } from '../../background-checks/index.ts'
import { listBlocksAgainst } from '../../blocks/index.ts'
import { countRequestsOf, countVisitsAhead, previewRemoval } from '../../bookings/index.ts'
import { countDisputesOf } from '../../disputes/index.ts'
import { createFileLink, findFiles } from '../../files/index.ts'
import { getBalances } from '../../ledger/index.ts'
import { countReportsOf, findBanMatches, findHidingReport, toSuspensionEnd } from '../../moderation/index.ts'
import { findPaymentStop } from '../../payments/index.ts'
import { hasPayoutOnItsWay } from '../../payouts/index.ts'
import {
  findErasedAt,
  findNames,
  findUser,
  getErasureDueTime,
  toAvatarUrl,
  type UserRow,
} from '../../people/index.ts'
import {
  type DocumentCheck as DocumentCheckRow,
  FIELD_OF_KIND,
  findCaregiverRecord,
  findDocumentChecks,
  listRenewals,
  listStaffReferences,
  listVerificationNeeds,
  toAverageRating,
} from '../../profiles/index.ts'
import { countReviewsOf } from '../../reviews/index.ts'
import { findLastSeen } from '../../sign-in/index.ts'
import { countNotes } from '../notes/queries.ts'
import { readFamilyFacts } from './contact.ts'
import { maskEmail, maskPhone } from './masking.ts'

const isMoneyStaff = (role: StaffRole | null) => role === 'finance' || role === 'admin'
const isSupportStaff = (role: StaffRole | null) => role === 'support' || role === 'admin'

/**
 * The record of a person, without its lists, as far as the actor's staff role may see it. Contact details are
 * masked.
 * @throws AppError 404 for an unknown id
 * @see docs/rules/console.md#records
 */
export async function getPerson(
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'database' | 'secrets'>,
  actor: Actor,
  userId: number,
): Promise<PersonRecord> {
  const { database: reader } = deps
  // The checks are read first. If the ID, the name or the photo changes meanwhile, the checks are older than
  // the rest of the record, so a decision on them is refused.
  const checks = isSupportStaff(actor.staffRole) ? await listChecks(deps, userId) : null
  const user = await findUser(reader, userId)
  if (!user) throw notFound()
  const isCaregiver = user.role === 'caregiver'
  // Finance don't see why a person was suspended, because that is about a report.
  const seesReason = user.suspendedUntil === null || isSupportStaff(actor.staffRole)
  const visitsAhead = await countVisitsAhead(reader, userId, deps.clock.now())
  const seenAt = await findLastSeen(reader, userId)
  return {
    id: user.id,
    full_name: user.fullName,
    email: maskEmail(user.email),
    phone_number: isSupportStaff(actor.staffRole) ? maskPhone(user.phoneNumber) : null,
    is_email_verified: user.emailVerifiedAt !== null,
    avatar: toAvatarUrl(user),
    role: user.role,
    staff_role: user.staffRole,
    is_active: user.isActive,
    deactivation:
      user.deactivatedAt === null
        ? null
        : {
            at: user.deactivatedAt.toISOString(),
            reason: seesReason ? user.deactivationReason : null,
            until: user.suspendedUntil && toLocalDate(user.suspendedUntil.getTime(), 'UTC'),
          },
    closed: await findClosing(reader, user, deps.clock.now()),
    joined: user.createdAt.toISOString(),
    last_seen: seenAt?.toISOString() ?? null,
    caregiver: isCaregiver ? await findCaregiverFacts(deps, actor, userId, checks) : null,
    family: isSupportStaff(actor.staffRole) ? await readFamilyFacts(reader, userId) : null,
    counts: {
      ...(await countRecords(reader, userId)),
      reports: isSupportStaff(actor.staffRole) ? await countReportsOf(reader, userId) : null,
      visits_ahead: visitsAhead.count,
    },
    visits_ahead_usd: usdFromCents(visitsAhead.cents),
    blocked_by: isSupportStaff(actor.staffRole) ? await listBlocksAgainst(reader, userId) : null,
    ban_matches: isSupportStaff(actor.staffRole) ? await findBanMatches(deps, userId) : null,
    payout_on_its_way: isCaregiver ? await hasPayoutOnItsWay(reader, userId) : null,
    payments_stopped: await findPaymentStop(reader, userId),
    balances: isCaregiver && isMoneyStaff(actor.staffRole) ? await readBalances(reader, userId) : null,
  }
}

/**
 * What deactivating a family or caregiver now would do to their bookings.
 * @param suspendedUntil the UTC day on which a suspension ends; without it the account is deactivated
 * @throws AppError 404 for an unknown id and for staff
 * @see docs/rules/console.md#people
 */
export async function previewDeactivation(
  deps: Pick<Deps, 'clock' | 'database'>,
  staff: Pick<Actor, 'staffRole'>,
  userId: number,
  suspendedUntil?: string | undefined,
): Promise<DeactivationPreview> {
  const user = await findUser(deps.database, userId)
  if (!user || user.role === 'admin') throw notFound()
  const suspensionEnd =
    suspendedUntil === undefined ? null : toSuspensionEnd(suspendedUntil, deps.clock.now())
  return previewRemoval(deps.database, deps, { id: userId, role: user.role }, staff, suspensionEnd)
}

/** When the person closed the account, and when it was or will be erased; null if they haven't. */
async function findClosing(
  reader: Reader,
  { id, closedAt }: UserRow,
  now: Date,
): Promise<PersonRecord['closed']> {
  if (!closedAt) return null
  const erasedAt = await findErasedAt(reader, id)
  const dueAt = getErasureDueTime(closedAt)
  return {
    at: closedAt.toISOString(),
    erased_at: (erasedAt ?? dueAt).toISOString(),
    is_due: erasedAt === null && dueAt <= now,
    is_erased: erasedAt !== null,
  }
}

/** How many requests, disputes and reviews a person has, as family or caregiver, and how many notes. */
async function countRecords(reader: Reader, userId: number) {
  const disputes = await countDisputesOf(reader, userId)
  return {
    requests: await countRequestsOf(reader, userId),
    disputes: disputes.count,
    open_disputes: disputes.open,
    reviews: await countReviewsOf(reader, userId),
    notes: await countNotes(reader, `user:${userId}`),
  }
}

/** What the record shows of a caregiver: profile, papers and background checks. Finance see less. */
async function findCaregiverFacts(
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'database' | 'secrets'>,
  actor: Actor,
  userId: number,
  checks: CaregiverFacts['background_checks'],
): Promise<CaregiverFacts | null> {
  const record = await findCaregiverRecord(deps.database, userId)
  if (!record) return null
  const { profile } = record
  const isSupport = isSupportStaff(actor.staffRole)
  return {
    verification_status: profile.verificationStatus,
    rejection_reason: isSupport ? profile.rejectionReason : null,
    missing: listVerificationNeeds(
      profile,
      await findDocumentChecks(deps.database, [profile.govIdFrontFileId, profile.govIdBackFileId]),
    ),
    verification_override: isSupport ? profile.verificationOverride : null,
    is_listed: profile.isListed,
    has_pending_change: record.hasPendingChange,
    hidden:
      profile.hiddenAt && isSupport
        ? {
            at: profile.hiddenAt.toISOString(),
            report_id: await findHidingReport(deps.database, userId),
          }
        : null,
    city: profile.city,
    country: profile.country,
    timezone: profile.timezone,
    hourly_rate_usd: usdFromCents(profile.priceCents),
    skills: profile.skills,
    languages: profile.languages,
    description: profile.description,
    video_url: profile.videoUrl,
    cancellation_policy: profile.cancellationPolicy,
    average_rating: toAverageRating(profile),
    total_reviews: profile.ratingCount,
    documents: isSupport
      ? await listDocuments(
          deps,
          actor,
          {
            id_front: profile.govIdFrontFileId,
            id_back: profile.govIdBackFileId,
            certificate: profile.certificateFileId,
          },
          await listRenewals(deps.database, userId),
        )
      : [],
    background_checks: checks,
    references: isSupport ? await listStaffReferences(deps.database, userId) : null,
  }
}

/**
 * A caregiver's papers, each with its link, the latest check, and the new file that waits for a decision.
 * The links open only for the actor.
 * @param fileIds the present file of each kind of paper
 */
async function listDocuments(
  deps: Pick<Deps, 'clock' | 'database' | 'secrets'>,
  actor: Actor,
  fileIds: Record<DocumentKind, string | null>,
  renewals: Awaited<ReturnType<typeof listRenewals>>,
): Promise<CaregiverFacts['documents']> {
  const currentFileIds = Object.values(fileIds).filter((id) => id !== null)
  const renewalFileIds = renewals.map(({ fileId }) => fileId).filter((id) => id !== null)
  const fileRows = await findFiles(deps.database, [...currentFileIds, ...renewalFileIds])
  const checks = await findDocumentChecks(deps.database, currentFileIds)
  const names = await findNames(
    deps.database,
    [...checks.values()].map(({ checkedBy }) => checkedBy),
  )
  const toFile = (fileId: string | null | undefined): DocumentFile | null => {
    const file = fileRows.find(({ id }) => id === fileId)
    return file
      ? {
          file_id: file.id,
          url: createFileLink(deps, file.id, actor.id),
          name: file.originalName,
          content_type: file.contentType,
          uploaded_at: file.createdAt.toISOString(),
        }
      : null
  }
  return DOCUMENT_KINDS.flatMap((kind) => {
    const file = toFile(fileIds[kind])
    if (!file) return []
    const renewal = renewals.find(({ document }) => document === FIELD_OF_KIND[kind])
    const check = toDocumentCheck(checks.get(file.file_id), names)
    return { kind, ...file, check, renewal: toFile(renewal?.fileId) }
  })
}

function toDocumentCheck(
  check: DocumentCheckRow | undefined,
  names: ReadonlyMap<number, string>,
): DocumentCheck | null {
  if (!check) return null
  return {
    result: check.result,
    reason: check.reason,
    title: check.title,
    expires_on: check.expiresOn,
    is_expired: check.isExpired,
    is_outdated: check.isOutdated,
    checked_by: { id: check.checkedBy, name: names.get(check.checkedBy) ?? '' },
    checked_at: check.checkedAt.toISOString(),
  }
}

async function readBalances(reader: Reader, caregiverId: number): Promise<PersonRecord['balances']> {
  const balances = await getBalances(reader, caregiverId)
  return {
    available_usd: usdFromCents(balances.availableCents),
    escrow_usd: usdFromCents(balances.escrowCents),
    held_usd: usdFromCents(balances.heldCents),
    in_transit_usd: usdFromCents(balances.inTransitCents),
  }
}
