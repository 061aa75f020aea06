import type { BackgroundCheckDecision } from '@tendwell/contract/background-checks/background-checks'
import { formatFullDay } from '@tendwell/contract/format'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { conflict, notFound, outdated } from '../../platform/errors.ts'
import { lockUser } from '../people/index.ts'
import { lockCaregiverProfile } from '../profiles/index.ts'
import { findObstacle, getRetryDay, type Obstacle, RENEWAL_DAYS, toDay } from './check.ts'
import { publishEnded } from './process.ts'
import { findCheck, findNewest, findOpen, listComparedChecks } from './queries.ts'
import { insertCheck, lockCheck, setDecision, setMatch } from './store.ts'
import { type BackgroundCheck, backgroundChecks } from './tables.ts'

/**
 * Records that a caregiver agreed to a check, and adds the job that opens it at the provider. Does nothing if
 * the caregiver has an open check, so of two calls at once only one starts a check.
 * @param agreedTo the list of what is checked, as the caregiver read it
 * @throws AppError 409 if checks are off, the list has changed, or their newest check counts or was declined
 * @see docs/rules/background-checks.md#starting-a-check
 */
export async function startCheck(
  transaction: Transaction,
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'jobs'>,
  caregiverId: number,
  agreedTo: readonly string[],
): Promise<void> {
  const { backgroundChecks: provider, clock, jobs } = deps
  if (!provider) throw conflict("Background checks aren't offered right now")
  await lockUser(transaction, caregiverId)
  await lockCaregiverProfile(transaction, caregiverId)
  if (await findOpen(transaction, caregiverId)) return
  if (JSON.stringify(agreedTo) !== JSON.stringify(provider.checked)) {
    throw conflict('The list of checks has changed. Please read it again before you agree')
  }
  const now = clock.now()
  const newest = await findNewest(transaction, caregiverId)
  const obstacle = findObstacle(newest, toDay(now))
  if (newest && obstacle) throw conflict(describeObstacle(newest, obstacle))
  const check = await insertCheck(transaction, {
    caregiverId,
    provider: provider.key,
    providerName: provider.name,
    checked: [...provider.checked],
    requestedAt: now,
    readAt: now,
  })
  if (check) await jobs.add(transaction, 'background-checks.process', { checkId: check.id })
}

/** The text for a caregiver who can't start a new check because of their newest one. */
function describeObstacle({ providerName, validUntil }: BackgroundCheck, obstacle: Obstacle): string {
  if (obstacle === 'declined' && validUntil) {
    const day = formatFullDay(getRetryDay(validUntil))
    return `You can start a new check from ${day}. If the report of your last one is wrong, ask ${providerName} to correct it. Once it’s clear, it counts by itself`
  }
  return `Your background check still counts. You can start a new one in its last ${RENEWAL_DAYS} days`
}

type StaffDecision = {
  decision: BackgroundCheckDecision
  /** Why they decided so; only staff read it. */
  reason: string
  /** The fingerprint of what the member of staff compared (`listComparedChecks`). */
  comparedFingerprint: string
  actorId: number
}

/**
 * Records what staff decided on a check: whether a result that needed a review is accepted, and whether the
 * person who was checked is the one on the ID. Accepting says both. The caller writes the audit log.
 * @throws AppError 404 for an unknown check, 409 unless it waits for a decision, when what was compared has
 *   changed, or without an ID to compare with
 * @see docs/rules/background-checks.md#decisions-of-staff
 */
export async function decideCheck(
  transaction: Transaction,
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'jobs' | 'secrets'>,
  checkId: number,
  { decision, reason, comparedFingerprint, actorId }: StaffDecision,
): Promise<{ caregiverId: number }> {
  const caregiverId = (await findCheck(transaction, checkId))?.caregiverId
  if (caregiverId === undefined) throw notFound()
  // The lock keeps the ID, the name and the photo as they are compared.
  await lockCaregiverProfile(transaction, caregiverId)
  await lockCheck(transaction, checkId)
  const now = deps.clock.now()
  const review = { decision, decisionReason: reason, decidedBy: actorId, decidedAt: now }
  // False if no decision on the result is due: then staff decide only whether it is about the person on the
  // ID.
  const isResultDecided = await setDecision(transaction, checkId, review)
  const [comparedCheck] = await listComparedChecks(transaction, deps, eq(backgroundChecks.id, checkId))
  if (!comparedCheck) throw notFound()
  const { check, identity, idFiles } = comparedCheck
  if (!isResultDecided && identity !== 'waiting') throw outdated('background check')
  if (comparedCheck.comparedFingerprint !== comparedFingerprint) {
    throw conflict(
      'The result, the ID, the name or the photo changed after you opened them. Please compare them again',
    )
  }
  if (identity === 'waiting') {
    if (!idFiles) throw conflict('There is no ID to compare the background check with')
    const match = decision === 'accepted' ? 'same' : 'different'
    await setMatch(transaction, checkId, { match, matchedAt: now, matchedFiles: idFiles })
  }
  await publishEnded(transaction, deps, check, isResultDecided ? decision : getMatchOutcome(check, decision))
  return { caregiverId }
}

/** The outcome for the caregiver of a decision only on whether the check is about the person on the ID. */
const getMatchOutcome = ({ status }: BackgroundCheck, decision: BackgroundCheckDecision) =>
  decision === 'declined' ? 'mismatch' : status === 'clear' ? 'clear' : 'accepted'
