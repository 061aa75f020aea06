import { createReadStream } from 'node:fs'
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import { MINUTE_MS } from '@tendwell/contract/time'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { AppError, invalid, toFullDiskError } from '../../../platform/errors.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { audit } from '../../people/index.ts'
import { acquireUploadQuota, type UploadQuota } from './upload-quota.ts'

/**
 * An uploaded file that is complete and within its size limit. `source` is a path that exists until the call
 * ends, or the bytes themselves. `name` comes from the uploader and is only for display.
 */
export type Upload = { field: string; name: string; source: string | Uint8Array; bytes: number }

export type UploadRules = {
  /** The names of the file parts, one file each. */
  fields: readonly string[]
  /** The names of the text parts, with the maximum length of each. */
  texts?: Readonly<Record<string, number>>
  /** The size limit of each file. */
  maxBytes: number
}

/** The received texts by part name. */
export type UploadTexts = Readonly<Partial<Record<string, string>>>

/** Lower than the library's own limits, which allow 1,000 parts. */
const LIMITS = { files: 3, fields: 1, parts: 4, fieldSize: 1_024, fieldNameSize: 100, headerPairs: 20 }
const MAX_NAME_LENGTH = 200

const UPLOADS_PER_HOUR = 20
const BYTES_PER_DAY = 200 * 1024 * 1024

/** How long an upload may take to be checked: longer than decoding a full queue of images. */
const PROCESSING_TIMEOUT_MS = 3 * MINUTE_MS

/**
 * How many bytes of a refused body are read and dropped. A browser shows our answer only after it has sent
 * the whole body.
 */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024
/** How long a refused body is read: as long as the body of any other call may take. */
const MAX_DISCARD_MS = 15_000

/** The names of temporary folders begin with this. A job removes those that a killed process left behind. */
export const TEMPORARY_PREFIX = 'tendwell-upload-'

/** Removes temporary folders that killed processes left behind. @param ageMs how old a folder must be */
export async function removeAbandonedUploads(ageMs: number): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(TEMPORARY_PREFIX)) continue
    const folder = path.join(tmpdir(), name)
    const stats = await stat(folder).catch(() => null)
    // Ages go by the machine's time, because `/dev/clock` doesn't move the times of files. A folder of
    // another user of the machine can't be removed and stays.
    if (stats && Date.now() - stats.mtimeMs > ageMs) await rm(folder, { recursive: true }).catch(() => {})
  }
}

/** Registers routes that accept multipart bodies; all other routes reject them. */
export function registerUploadRoutes(app: App, addRoutes: (scope: App) => void): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false })
    scope.addHook('onSend', async (request, reply) => {
      // Reads a body that no handler read, such as that of a caller who is not logged in.
      await Promise.race([discardBody(request.raw), wait(MAX_DISCARD_MS, undefined, { ref: false })])
      // If a part is unread, the connection is closed: otherwise the rest would be parsed as the next
      // request.
      if (!request.raw.readableEnded) reply.header('connection', 'close')
    })
    addRoutes(scope)
  })
}

/**
 * Receives a call's files and passes them to `use`; the received files are removed when `use` returns. Empty
 * file inputs are skipped.
 * @throws AppError 400 for unknown parts, a malformed body and an infected file, 413 for a file that is too
 *   large, 415 for a body that is not multipart, 429 after 20 calls of this person within an hour or 200 MB
 *   within a day, 503 when the upload quota is used up, the disk is full or the virus scanner can't be
 *   reached
 * @see docs/rules/profiles-and-files.md#uploads
 */
export async function withUploads<Result>(
  deps: Deps,
  request: FastifyRequest,
  rules: UploadRules,
  use: (uploads: Upload[], texts: UploadTexts) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) {
    throw new AppError(415, 'unsupported_type', 'Send the files as multipart/form-data')
  }
  // The parser would wait forever for a body that was cut off before the parser started to read.
  if (request.raw.destroyed && !request.raw.readableEnded)
    throw toUploadError(new Error('The request body ended early'))
  const quota = acquireUploadQuota()
  const folder = await mkdtemp(path.join(tmpdir(), TEMPORARY_PREFIX))
  try {
    await countUpload(deps, actorOf(request).id)
    const { uploads, texts } = await receiveParts(request, rules, { folder, quota }).catch(
      (error: unknown) => {
        throw toUploadError(error)
      },
    )
    await countBytes(deps, actorOf(request).id, uploads)
    // An image may wait in the decode queue for longer than the connection's idle timeout.
    request.raw.socket.setTimeout(PROCESSING_TIMEOUT_MS)
    await refuseViruses(deps, request, uploads)
    return await use(uploads, texts)
  } catch (error) {
    await discardBody(request.raw)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
    quota.release()
  }
}

/** Counts an upload call before its body is read, so that refused files count too. */
async function countUpload(
  deps: Pick<Deps, 'config' | 'database' | 'secrets'>,
  userId: number,
): Promise<void> {
  const rule = `You can upload ${UPLOADS_PER_HOUR} times an hour`
  const limit = { action: 'upload by', who: String(userId), most: UPLOADS_PER_HOUR, minutes: 60, rule }
  await countAttempt(deps, [limit])
}

/** Counts the received bytes against a person's limit for a day, also of files that replace others. */
async function countBytes(
  deps: Pick<Deps, 'config' | 'database' | 'secrets'>,
  userId: number,
  uploads: readonly Upload[],
): Promise<void> {
  const cost = uploads.reduce((sum, { bytes }) => sum + bytes, 0)
  const limit = { action: 'bytes uploaded by', who: String(userId), most: BYTES_PER_DAY, minutes: 24 * 60 }
  await countAttempt(deps, [{ ...limit, cost, rule: 'You can upload 200 MB a day' }])
}

/** @throws AppError 400 for an infected file, which is audited; 503 if the scanner can't be reached */
async function refuseViruses(deps: Deps, request: FastifyRequest, uploads: Upload[]): Promise<void> {
  for (const { field, name, source } of uploads) {
    const content = typeof source === 'string' ? createReadStream(source) : Readable.from([source])
    const virus = await deps.scanner.scan(content)
    if (!virus) continue
    const { id } = actorOf(request)
    const auditEntry = {
      actorId: id,
      action: 'upload.infected' as const,
      subject: `user:${id}`,
      address: request.ip,
    }
    await withTransaction(deps.database, (transaction) =>
      audit(transaction, { ...auditEntry, at: deps.clock.now(), after: { field, name, virus } }),
    )
    throw invalid({ [field]: ['This file contains a virus, so we did not keep it'] })
  }
}

/** Reads all parts of a multipart body, and writes the files into the temporary folder. */
async function receiveParts(
  request: FastifyRequest,
  { fields, texts: textLimits = {}, maxBytes }: UploadRules,
  target: Target,
): Promise<{ uploads: Upload[]; texts: UploadTexts }> {
  const uploads = new Map<string, Upload>()
  const texts: Record<string, string> = {}
  for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes } })) {
    const field = part.fieldname
    const textLimit = Object.hasOwn(textLimits, field) ? textLimits[field] : undefined
    if (textLimit !== undefined) {
      texts[field] = readText(part, textLimit)
      continue
    }
    if (!fields.includes(field)) throw invalid({ [toPrintableName(field)]: ['Unknown field'] })
    if (part.type !== 'file') throw invalid({ [field]: ['Please choose files to upload'] })
    if (uploads.has(field)) throw invalid({ [field]: ['Please choose one file'] })
    // The number of files so far names the new one.
    const savedFile = await savePart(part, target, uploads.size)
    if (part.file.truncated) throw tooLarge(field, maxBytes)
    uploads.set(field, { field, name: toPrintableName(part.filename ?? ''), ...savedFile })
  }
  // A file input without a file arrives as an empty part without a name.
  const chosenUploads = [...uploads.values()].filter(({ name, bytes }) => bytes > 0 || name !== '')
  return { uploads: chosenUploads, texts }
}

/**
 * @returns the value of a text part, without characters that the database refuses
 * @throws AppError 400 for a file instead of a text, and for a text that is too long
 */
function readText(part: Multipart, maxLength: number): string {
  const { fieldname: field } = part
  if (part.type === 'file' || typeof part.value !== 'string') throw invalid({ [field]: ['Must be text'] })
  const text = part.value.toWellFormed().replace(/\0/g, '').trim()
  if (text.length > maxLength) throw invalid({ [field]: [`Must be at most ${maxLength} characters`] })
  return text
}

/** Where the files of one call are written, and what they may use of the disk. */
type Target = { folder: string; quota: UploadQuota }

/** Writes a file part to the disk, each chunk before the next one is read. */
async function savePart(
  part: MultipartFile,
  { folder, quota }: Target,
  index: number,
): Promise<Pick<Upload, 'source' | 'bytes'>> {
  const filePath = path.join(folder, String(index))
  const handle = await open(filePath, 'wx', 0o600)
  let bytes = 0
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      quota.add(chunk.length)
      await handle.writeFile(chunk).catch((error: unknown) => {
        throw toFullDiskError(error)
      })
      bytes += chunk.length
    }
  } finally {
    await handle.close()
  }
  return { source: filePath, bytes }
}

/** Makes a 400 of a parser's error without a status, as for a body that is not multipart at all. */
function toUploadError(error: unknown): unknown {
  if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) return error
  return new AppError(400, 'invalid', 'The upload is malformed', { cause: error })
}

function tooLarge(field: string, maxBytes: number): AppError {
  const message = `The file is too large. The maximum is ${maxBytes / 1024 / 1024} MB`
  return new AppError(413, 'too_large', message, { fields: { [field]: [message] } })
}

/** @returns a file or field name from a user in a form that can be stored and shown on one line */
function toPrintableName(name: string): string {
  return name
    .toWellFormed()
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
}

/** Reads a refused body to its end, or up to 64 MB, and drops it. */
function discardBody(body: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (body.readableEnded || body.destroyed) return resolve()
    let discarded = 0
    body.unpipe()
    body.on('data', (chunk: Buffer) => {
      discarded += chunk.length
      if (discarded > MAX_DISCARDED_BYTES) {
        body.pause()
        resolve()
      }
    })
    for (const end of ['end', 'close', 'error']) body.once(end, () => resolve())
    body.resume()
  })
}
