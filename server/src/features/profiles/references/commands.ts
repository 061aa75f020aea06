/** @see docs/rules/profiles-and-files.md#references */
import {
  type OwnReference,
  REFERENCES_MAXIMUM,
  type RefereeQuestion,
  type ReferenceBody,
} from '@tendwell/contract/profiles/references'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { conflict, forbidden, invalid, invalidRequest, notFound } from '../../../platform/errors.ts'
import { countAttempt, limitNetwork, uncountOnFailure } from '../../../platform/limits/attempts.ts'
import { queueMail } from '../../notices/index.ts'
import { hashToken, listTraitHashes, lockUser, normalizeTrait } from '../../people/index.ts'
import { lockCaregiverProfile } from '../caregivers/store.ts'
import { ensureProfile } from '../store.ts'
import { referenceMail } from './mail.ts'
import { getRefereeQuestion, invalidLink, toOwnReference } from './queries.ts'
import { getAnswerEnd, getPauseEnd } from './reference.ts'
import {
  endReference,
  findByAddress,
  listReferences,
  lockByToken,
  lockOwnReference,
  saveReference,
  updateReference,
} from './store.ts'

const HOUR = 60
const WEEK = 7 * 24 * HOUR

type Caregiver = { id: number; ipAddress: string }

const tooSoon = 'You can ask the same person once a week'

/**
 * Names a referee, who is mailed. One who refused before isn't, and the answer doesn't say so.
 * @throws AppError 400 for an email that is the caregiver's, named already, asked less than a week ago, or of someone who
 *   deleted their data; 403 for a restricted caregiver; 409 with three references; 429 after too many mails
 */
export async function addReference(
  deps: Deps,
  caregiver: Caregiver,
  { name, email, relation, years }: ReferenceBody,
): Promise<OwnReference> {
  const hashes = listTraitHashes(deps, [{ trait: 'email', value: email }])
  return countMail(deps, caregiver, email, async (transaction) => {
    const user = await lockUser(transaction, caregiver.id)
    await ensureProfile(transaction, deps, user)
    await requireUnrestricted(transaction, caregiver.id)
    if (toMailbox(email) === toMailbox(user.email))
      throw invalid({ email: ['Enter the email of someone else'] })
    const known = await findByAddress(transaction, caregiver.id, hashes)
    if (known?.email) throw invalid({ email: ['You have named this person already'] })
    if (known?.answer === 'stopped') throw invalid({ email: ["This person doesn't want emails about you"] })
    const askedAt = deps.clock.now()
    if (known && askedAt < getPauseEnd(known)) throw invalid({ email: [tooSoon] })
    if ((await listReferences(transaction, caregiver.id)).length >= REFERENCES_MAXIMUM) {
      throw conflict(`You can have ${REFERENCES_MAXIMUM} references. Remove one to add another`)
    }
    const addressHash = known?.addressHash ?? (hashes[0] as string)
    const reference = await saveReference(transaction, {
      ...{ caregiverId: caregiver.id, addressHash, name, email, relation, years, askedAt },
    })
    await queueMail(transaction, deps, referenceMail, { referenceId: reference.id })
    return toOwnReference(reference, askedAt)
  })
}

/**
 * Mails a referee again. One who refused isn't mailed, and the answer doesn't say so.
 * @throws AppError 403 for a restricted caregiver; 404 unless the reference is theirs; 409 if it is confirmed or was asked
 *   for less than a week ago; 429 after too many mails
 */
export async function askAgain(deps: Deps, caregiver: Caregiver, id: number): Promise<OwnReference> {
  const own = { id, caregiverId: caregiver.id }
  const found = (await listReferences(deps.database, caregiver.id)).find((reference) => reference.id === id)
  if (!found) throw notFound()
  return countMail(deps, caregiver, found.email, async (transaction) => {
    await requireUnrestricted(transaction, caregiver.id)
    const reference = await lockOwnReference(transaction, own)
    if (!reference) throw notFound()
    if (reference.answer === 'confirmed') throw conflict('This person has confirmed')
    const askedAt = deps.clock.now()
    if (askedAt < getPauseEnd(reference)) throw conflict(tooSoon)
    await updateReference(transaction, id, { askedAt })
    await queueMail(transaction, deps, referenceMail, { referenceId: id })
    return toOwnReference({ ...reference, askedAt }, askedAt)
  })
}

/** Ends a caregiver's reference. @throws AppError 404 unless it is theirs */
export async function removeReference(
  deps: Pick<Deps, 'database'>,
  own: { id: number; caregiverId: number },
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const reference = await lockOwnReference(transaction, own)
    if (!reference) throw notFound()
    const { id, answer } = reference
    await endReference(transaction, { id, answer: answer === 'declined' ? answer : null })
  })
}

/**
 * Records what a referee answers, who can change it until the time is over. The caregiver hears of a yes only.
 * @throws AppError 400 for a link that is not ours, was replaced, is older than 30 days, or whose reference has ended
 */
export async function answerReference(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  { token, confirms }: { token: string; confirms: boolean },
): Promise<RefereeQuestion> {
  await withTransaction(deps.database, async (transaction) => {
    const reference = await lockByToken(transaction, hashToken(token))
    if (!reference) throw invalidLink()
    if (deps.clock.now() >= getAnswerEnd(reference)) throw invalidRequest('This link has expired')
    await updateReference(transaction, reference.id, { answer: confirms ? 'confirmed' : 'declined' })
    if (confirms) await deps.jobs.publish(transaction, 'reference.confirmed', { referenceId: reference.id })
  })
  return getRefereeQuestion(deps, token)
}

/**
 * Deletes what is kept of a referee, at their wish and at any time. They get no further mail about this caregiver.
 * @throws AppError 400 for a link that is not ours, was replaced, or whose reference has ended
 */
export async function deleteRefereeData(deps: Pick<Deps, 'database'>, token: string): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const reference = await lockByToken(transaction, hashToken(token))
    if (!reference) throw invalidLink()
    await endReference(transaction, { id: reference.id, answer: 'stopped' })
  })
}

/**
 * Runs `work`, which queues a mail to an address of the caregiver's choice, within the limits for such mails. What
 * was refused doesn't count.
 * @see docs/rules/accounts.md#attempt-limits
 */
async function countMail<Result>(
  deps: Deps,
  { id, ipAddress }: Caregiver,
  email: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const counted = await countAttempt(deps, [
    ...limitNetwork({ action: 'reference email from', ipAddress, most: 30, minutes: HOUR }),
    { action: 'reference email of', who: String(id), most: 6, minutes: WEEK },
    { action: 'reference email to', who: toMailbox(email), most: 5, minutes: WEEK },
  ])
  return uncountOnFailure(counted, withTransaction(deps.database, work))
}

/** An email in the one form that all its spellings have. */
const toMailbox = (email: string) => normalizeTrait({ trait: 'email', value: email }) ?? email

/** Locks the profile, so that a caregiver's parallel calls run one after another. */
async function requireUnrestricted(transaction: Transaction, caregiverId: number): Promise<void> {
  const { isRestricted } = await lockCaregiverProfile(transaction, caregiverId)
  if (isRestricted) throw forbidden("You can't ask for references right now")
}
