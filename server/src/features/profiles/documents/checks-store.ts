import type { DocumentCheckResult } from '@tendwell/contract/console/documents'
import type { DocumentField } from '@tendwell/contract/profiles/profiles'
import { toLocalDate, type Zone } from '@tendwell/contract/time'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { caregiverProfiles } from '../tables.ts'
import { EXPIRED } from './expiry-store.ts'
import { IS_OUTDATED } from './outdated.ts'
import { documentChecks, documentNotices } from './tables.ts'

/** The latest check of a file. `expiresOn` is from the latest check whose result was `ok`. */
export type DocumentCheck = typeof documentChecks.$inferSelect & {
  isExpired: boolean
  /** The caregiver's name or photo changed after the check, so the file has to be checked again. */
  isOutdated: boolean
}

/** What staff found when they checked a document's file. */
export type Finding = {
  caregiverId: number
  document: DocumentField
  fileId: string
  result: DocumentCheckResult
  reason: string
  /** The name of a certificate, which families read; empty if staff gave none. */
  title: string
  expiresOn: string | null
  /** Staff confirmed that the document has no expiry date. */
  neverExpires: boolean
  actorId: number
}

/**
 * Stores a check.
 * @param zone the caregiver's zone, in which an expiry date begins
 * @returns the check's id
 * @throws AppError 400 for an expiry date that isn't in the future, and for a government ID that has none,
 *   unless `neverExpires` is set
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
  const [storedRow] = await transaction
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
  if (!storedRow) throw new Error('The check was not stored')
  return storedRow.id
}

/** Finds the latest check of each file. @returns by file id; files without a check are missing */
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
  const checkByFile = new Map<string, DocumentCheck>()
  // The latest check of a file comes first.
  for (const { check, isOutdated } of rows) {
    if (checkByFile.has(check.fileId)) continue
    const latestOkRow = rows.find((row) => row.check.fileId === check.fileId && row.check.result === 'ok')
    checkByFile.set(check.fileId, {
      ...check,
      expiresOn: latestOkRow?.check.expiresOn ?? null,
      isExpired: Boolean(latestOkRow?.expiredAt),
      isOutdated,
    })
  }
  return checkByFile
}

/** The ids of all checks of these files, ascending. */
export async function listCheckIds(reader: Reader, fileIds: readonly (string | null)[]): Promise<number[]> {
  const rows = await reader
    .select({ id: documentChecks.id })
    .from(documentChecks)
    .where(
      inArray(
        documentChecks.fileId,
        fileIds.filter((id) => id !== null),
      ),
    )
    .orderBy(asc(documentChecks.id))
  return rows.map(({ id }) => id)
}
