import type {
  BackgroundCheckOverview,
  CheckedIdentity,
  OwnBackgroundCheck,
} from '@tendwell/contract/background-checks/background-checks'
import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { hmacSign } from '../../platform/secrets.ts'
import { users } from '../people/index.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { findBadge } from './badge.ts'
import { findObstacle, getIdentity, getRetryDay, toDay } from './check.ts'
import { IS_COMPARED, IS_OPEN } from './conditions.ts'
import { type BackgroundCheck, backgroundChecks } from './tables.ts'

/** The newest of the matching checks, or null. */
async function findNewestMatching(reader: Reader, where: SQL | undefined): Promise<BackgroundCheck | null> {
  const [check] = await reader
    .select()
    .from(backgroundChecks)
    .where(where)
    .orderBy(desc(backgroundChecks.id))
    .limit(1)
  return check ?? null
}

export function findCheck(reader: Reader, id: number): Promise<BackgroundCheck | null> {
  return findNewestMatching(reader, eq(backgroundChecks.id, id))
}

/** The check with a provider's number, or null. */
export function findCheckByReference(
  reader: Reader,
  provider: string,
  reference: string,
): Promise<BackgroundCheck | null> {
  const isOfProvider = eq(backgroundChecks.provider, provider)
  return findNewestMatching(reader, and(isOfProvider, eq(backgroundChecks.reference, reference)))
}

/** A caregiver's newest check, or null. */
export function findNewest(reader: Reader, caregiverId: number): Promise<BackgroundCheck | null> {
  return findNewestMatching(reader, eq(backgroundChecks.caregiverId, caregiverId))
}

/** A caregiver's open check, or null. */
export function findOpen(reader: Reader, caregiverId: number): Promise<BackgroundCheck | null> {
  return findNewestMatching(reader, and(eq(backgroundChecks.caregiverId, caregiverId), IS_OPEN))
}

export type ComparedCheck = {
  check: BackgroundCheck
  /** Whether the checked person is the one on the ID. */
  identity: CheckedIdentity
  /** Changes with what staff compare: the result, the checked person, the ID, the name and the photo. */
  comparedFingerprint: string
  /** Both sides of the caregiver's ID; null unless both are there. */
  idFiles: string[] | null
}

/**
 * Lists checks, newest first, each with what staff compare it with.
 * @see docs/rules/background-checks.md#the-same-person
 */
export async function listComparedChecks(
  reader: Reader,
  { clock, secrets }: Pick<Deps, 'clock' | 'secrets'>,
  where: SQL,
): Promise<ComparedCheck[]> {
  const rows = await reader
    .select({
      check: backgroundChecks,
      isCompared: IS_COMPARED,
      front: caregiverProfiles.govIdFrontFileId,
      back: caregiverProfiles.govIdBackFileId,
      name: users.fullName,
      photo: users.avatarFileId,
    })
    .from(backgroundChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, backgroundChecks.caregiverId))
    .innerJoin(users, eq(users.id, backgroundChecks.caregiverId))
    .where(where)
    .orderBy(desc(backgroundChecks.id))
  // The fingerprint has a key, because a date of birth could be guessed from a plain hash.
  const key = secrets.key('background-check-seen')
  return rows.map(({ check, isCompared, front, back, name, photo }) => {
    const { status, checkedName, checkedBirthDate } = check
    const comparedValues = [status, front, back, name, photo, checkedName, checkedBirthDate]
    return {
      check,
      identity: getIdentity(check, { isCompared, today: toDay(clock.now()) }),
      comparedFingerprint: hmacSign(key, JSON.stringify(comparedValues)),
      idFiles: front && back ? [front, back] : null,
    }
  })
}

/**
 * A caregiver's own view: what is offered, their newest check and what families see.
 * @see docs/rules/background-checks.md#starting-a-check
 */
export async function getOverview(
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'database' | 'secrets'>,
  caregiverId: number,
): Promise<BackgroundCheckOverview> {
  const { backgroundChecks: provider, clock, database } = deps
  if (!provider) return { offer: null, can_start: false, can_start_from: null, check: null, badge: null }
  const [newestCheck] = await listComparedChecks(
    database,
    deps,
    eq(backgroundChecks.caregiverId, caregiverId),
  )
  const obstacle = findObstacle(newestCheck?.check ?? null, toDay(clock.now()))
  const validUntil = newestCheck?.check.validUntil ?? null
  return {
    offer: { checked: [...provider.checked], provider: provider.name, help_url: provider.helpUrl() },
    can_start: obstacle === null,
    can_start_from: obstacle === 'declined' && validUntil ? getRetryDay(validUntil) : null,
    check: newestCheck ? toOwnCheck(newestCheck) : null,
    badge: await findBadge(database, deps, caregiverId),
  }
}

/** A check as its caregiver sees it. */
function toOwnCheck({ check, identity }: ComparedCheck): OwnBackgroundCheck {
  return {
    id: check.id,
    status: check.status,
    checked: check.checked,
    provider: check.providerName,
    requested_at: check.requestedAt.toISOString(),
    completed_on: check.completedAt && toDay(check.completedAt),
    decision: check.decision,
    identity,
    page_url: check.status === 'requested' ? check.pageUrl : null,
  }
}
