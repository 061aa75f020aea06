import type { OwnReference, RefereeQuestion, staffReference } from '@tendwell/contract/profiles/references'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { hashToken } from '../../people/index.ts'
import { getAnswerEnd, getPauseEnd, toConfirms, toOwnState } from './reference.ts'
import { findByToken, listReferences, type OpenReference } from './store.ts'

type ReadDeps = Pick<Deps, 'clock' | 'database'>

export const invalidLink = () => invalid({ token: ['This link is not valid'] })

/** A caregiver's own references, the oldest first. @see docs/rules/profiles-and-files.md#references */
export async function listOwnReferences(
  { database, clock }: ReadDeps,
  caregiverId: number,
): Promise<{ references: OwnReference[] }> {
  const rows = await listReferences(database, caregiverId)
  return { references: rows.map((row) => toOwnReference(row, clock.now())) }
}

/** A reference as its caregiver sees it. */
export function toOwnReference(row: OpenReference, now: Date): OwnReference {
  const state = toOwnState(row, now)
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    relation: row.relation,
    years: row.years,
    state,
    asked_at: row.askedAt.toISOString(),
    can_ask_from: state === 'confirmed' ? null : getPauseEnd(row).toISOString(),
  }
}

/**
 * What the referee with this link is asked. Reading it changes nothing, because mail programs open links.
 * @throws AppError 400 for a link that is not ours, was replaced, or whose reference has ended
 */
export async function getRefereeQuestion(
  { database, clock }: ReadDeps,
  token: string,
): Promise<RefereeQuestion> {
  const found = await findByToken(database, hashToken(token))
  if (!found) throw invalidLink()
  const { reference, caregiverName } = found
  const answerEnd = getAnswerEnd(reference)
  return {
    caregiver_name: caregiverName,
    name: reference.name,
    relation: reference.relation,
    years: reference.years,
    confirms: toConfirms(reference),
    answer_until: answerEnd.toISOString(),
    is_over: clock.now() >= answerEnd,
  }
}

/** A caregiver's references for staff, with what the referees answered, but without their emails. */
export async function listStaffReferences(
  reader: Reader,
  caregiverId: number,
): Promise<z.infer<typeof staffReference>[]> {
  const rows = await listReferences(reader, caregiverId)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    relation: row.relation,
    years: row.years,
    confirms: toConfirms(row),
    asked_at: row.askedAt.toISOString(),
  }))
}
