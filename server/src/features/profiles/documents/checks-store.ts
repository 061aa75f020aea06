import type { DocumentCheckResult } from '@tendwell/contract/console/documents'
import type { DocumentField } from '@tendwell/contract/profiles/profiles'
import { toLocalDate, type Zone } from '@tendwell/contract/time'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { caregiverProfiles } from '../tables.ts'
import { EXPIRED } from './expiry-store.ts'
import { IS_OUTDATED } from './outdated.ts'
import { documentChecks, documentNotices } from './tables.ts'

/** The last check of a file, with the expiry that the last one that found it fine gave it. */
export type DocumentCheck = typeof documentChecks.$inferSelect & {
  isExpired: boolean
  /** The caregiver's name or photo changed after it: the file has to be checked again. */
  isOutdated: boolean
}

/** What an admin found in a file of a document. */
export type Finding = {
  caregiverId: number
  document: DocumentField
  fileId: string
  result: DocumentCheckResult
  reason: string
  /** What a certificate is, as families read it; empty if nobody said it. */
  title: string
  expiresOn: string | null
  /** A document that is fine has no expiry date. */
  neverExpires: boolean
  actorId: number
}

/**
 * Stores a check.
 * @param zone the caregiver's
 * @throws AppError 400 for an expiry date that has come, and for a government ID without one
 */
export async function storeCheck(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  zone: Zone,
  finding: Finding,
): Promise<number> {
  const { caregiverId, document, fileId, result, reason, title, expiresOn, neverExpires, actorId } = finding
  const now = clock.now()
  if (expiresOn !== null && expiresOn <= toLocalDate(now.getTime(), zone)) {
    throw invalid({ expires_on: ['This document has expired. Ask for a new one'] })
  }
  if (result === 'ok' && document !== 'certificate' && expiresOn === null && !neverExpires) {
    throw invalid({ expires_on: ['Enter the expiration date, or check that the ID has none'] })
  }
  const [stored] = await transaction
    .insert(documentChecks)
    .values({
      caregiverId,
      document,
      fileId,
      result,
      reason: result === 'ask_again' ? reason : '',
      title: result === 'ok' && document === 'certificate' ? title : '',
      expiresOn,
      checkedBy: actorId,
      checkedAt: now,
    })
    .returning({ id: documentChecks.id })
  if (!stored) throw new Error('The check was not stored')
  return stored.id
}

/** Finds the last check of each file. @returns by file id; a file without one is left out */
export async function findDocumentChecks(
  reader: Reader,
  fileIds: readonly (string | null)[],
): Promise<Map<string, DocumentCheck>> {
  const rows = await reader
    .select({
      check: documentChecks,
      expiredAt: documentNotices.at,
      isOutdated: sql<boolean>`${IS_OUTDATED}`,
    })
    .from(documentChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, documentChecks.caregiverId))
    .leftJoin(
      documentNotices,
      and(eq(documentNotices.checkId, documentChecks.id), eq(documentNotices.daysBefore, EXPIRED)),
    )
    .where(
      inArray(
        documentChecks.fileId,
        fileIds.filter((id) => id !== null),
      ),
    )
    .orderBy(desc(documentChecks.id))
  const found = new Map<string, DocumentCheck>()
  for (const { check, isOutdated } of rows) {
    if (found.has(check.fileId)) continue
    const fine = rows.find((row) => row.check.fileId === check.fileId && row.check.result === 'ok')
    found.set(check.fileId, {
      ...check,
      expiresOn: fine?.check.expiresOn ?? null,
      isExpired: Boolean(fine?.expiredAt),
      isOutdated,
    })
  }
  return found
}
