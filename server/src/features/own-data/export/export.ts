import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DataExport, EXPORT_HOURS } from '@tendwell/contract/people/own-data'
import { HOUR_MS, MINUTES_PER_DAY } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { PersonalData } from '../../../personal-data/classification.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { createFileLink, eraseFiles, keepFiles, listFiles, TEMPORARY_PREFIX } from '../../files/index.ts'
import { queueMail } from '../../notices/index.ts'
import { audit, findUser, type UserRow } from '../../people/index.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { ownDataMail } from '../notices.ts'
import { collectRows } from './collection.ts'
import {
  type ExportRow,
  failOldExports,
  findExport,
  findLastExport,
  insertExport,
  listUsersWithExpiredExports,
  markDeleted,
  markReady,
} from './export-store.ts'
import { writeZip } from './zip.ts'

export const PREPARE_EXPORT = 'own-data.prepare-export'
export const EXPIRE_EXPORT = 'own-data.expire-export'
export type ExportJob = { exportId: number }
export type ExpireJob = { userId: number }

const EXPORTS_PER_DAY = 3
/** Far longer than any export takes. */
const GIVE_UP_MS = 2 * HOUR_MS

/** The caller's newest export. @see docs/rules/own-data.md#export */
export async function getExport(deps: Deps, userId: number): Promise<DataExport> {
  const row = await findLastExport(deps.database, userId)
  const noDetails = { requested_at: null, expires_at: null, bytes: null }
  if (!row || row.status === 'deleted') return { state: 'none', ...noDetails }
  const requested = { ...noDetails, requested_at: row.requestedAt.toISOString() }
  // The cast: the status is `preparing` or `failed` here, as a ready export has its file and expiry.
  if (row.status !== 'ready' || !row.expiresAt || row.fileId === null)
    return { state: row.status as 'failed', ...requested }
  if (row.expiresAt <= deps.clock.now()) return { state: 'none', ...noDetails }
  const [file] = await listFiles(deps.database, { ownerId: userId, kind: 'export' })
  return {
    state: 'ready',
    ...requested,
    expires_at: row.expiresAt.toISOString(),
    bytes: file?.bytes ?? null,
  }
}

/**
 * A link to the caller's newest export, which only opens in their own browser.
 * @throws AppError 403 without a recent proof; 404 if none is ready
 * @see docs/rules/own-data.md#export
 */
export async function createExportLink(deps: Deps, actor: Actor): Promise<string> {
  await requireRecentProof(deps.database, deps, actor)
  const row = await findLastExport(deps.database, actor.id)
  const isReady = row?.status === 'ready' && row.expiresAt && row.expiresAt > deps.clock.now()
  if (!isReady || row.fileId === null) throw notFound('There is no copy of your data to download')
  return createFileLink(deps, row.fileId, actor.id)
}

/**
 * Starts an export of the caller's data.
 * @throws AppError 403 without a recent proof; 409 while one is being prepared; 429 after too many exports
 * @see docs/rules/own-data.md#export
 */
export async function requestExport(deps: Deps, actor: Actor, ipAddress: string): Promise<void> {
  const { id: userId } = actor
  await requireRecentProof(deps.database, deps, actor)
  const rule = `You can ask for your data ${EXPORTS_PER_DAY} times a day`
  const limit = {
    action: 'export by',
    who: String(userId),
    most: EXPORTS_PER_DAY,
    minutes: MINUTES_PER_DAY,
    rule,
  }
  const attempt = await countAttempt(deps, [limit])
  const exportId = await withTransaction(deps.database, async (transaction) => {
    const at = deps.clock.now()
    const id = await insertExport(transaction, userId, at)
    if (id === null) return null
    await deps.jobs.add(transaction, PREPARE_EXPORT, { exportId: id } satisfies ExportJob)
    const entry = { actorId: userId, action: 'export.requested' as const, subject: `user:${userId}` }
    await audit(transaction, { ...entry, at, address: ipAddress })
    return id
  })
  if (exportId !== null) return
  await attempt.uncount()
  throw conflict("We're already preparing your data")
}

/** Prepares the zip, stores it in place of an older one, and mails its owner. Safe to repeat. */
export async function prepareExport(
  deps: Deps,
  personalData: readonly PersonalData[],
  { exportId }: ExportJob,
): Promise<void> {
  const row = await findExport(deps.database, exportId)
  if (row?.status !== 'preparing') return
  const user = await findUser(deps.database, row.userId)
  if (!user?.isActive) return
  await eraseExports(deps, user.id)
  const folder = await mkdtemp(path.join(tmpdir(), TEMPORARY_PREFIX))
  try {
    await storeZip(deps, personalData, { row, user, folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Writes the zip, stores it as a file of the person, and marks the export as ready.
 * @param folder a temporary folder
 * @throws AppError 409 if the account is no longer active or the export was given up
 */
async function storeZip(
  deps: Deps,
  personalData: readonly PersonalData[],
  { row, user, folder }: { row: ExportRow; user: UserRow; folder: string },
): Promise<void> {
  const at = deps.clock.now()
  const exportedFiles = await collectRows(deps.database, personalData, user, folder)
  const subjects = exportedFiles.filter(({ count }) => count > 0)
  const storedFiles = await listFiles(deps.database, { ownerId: user.id })
  const files = storedFiles.filter(({ kind }) => kind !== 'export')
  const zip = path.join(folder, 'export.zip')
  await writeZip(deps.storage, { folder, subjects, files, at }, zip)
  const { size: bytes } = await stat(zip)
  const zipFile = {
    kind: 'export',
    content: { bytes, read: () => createReadStream(zip) },
    contentType: 'application/zip',
    originalName: `tendwell-data-${at.toISOString().slice(0, 10)}.zip`,
  } as const
  const expiresAt = new Date(at.getTime() + EXPORT_HOURS * HOUR_MS)
  await keepFiles(deps, user.id, { zip: zipFile }, async (transaction, { zip: fileId }) => {
    const isActive = (await findUser(transaction, user.id))?.isActive
    if (!isActive || !(await markReady(transaction, row.id, { fileId, expiresAt }))) {
      throw conflict('The export is no longer wanted')
    }
    const expiry: ExpireJob = { userId: user.id }
    await deps.jobs.add(transaction, EXPIRE_EXPORT, expiry, { runAt: expiresAt })
    await queueMail(transaction, deps, ownDataMail, { kind: 'export-ready', userId: user.id })
    return []
  })
}

/** Deletes a person's zip, unless they have a newer one that hasn't expired. */
export async function expireExport(deps: Deps, { userId }: ExpireJob): Promise<void> {
  const row = await findLastExport(deps.database, userId)
  if (row?.expiresAt && row.expiresAt > deps.clock.now()) return
  await eraseExports(deps, userId)
}

/** Deletes expired exports, in case a job was lost, and gives up those that take too long. */
export async function sweepExports(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  for (const userId of await listUsersWithExpiredExports(deps.database, now))
    await expireExport(deps, { userId })
  await withTransaction(deps.database, (transaction) =>
    failOldExports(transaction, new Date(now.getTime() - GIVE_UP_MS)),
  )
}

function eraseExports(deps: Deps, ownerId: number): Promise<number> {
  return eraseFiles(deps, { ownerId, kind: 'export' }, markDeleted)
}
