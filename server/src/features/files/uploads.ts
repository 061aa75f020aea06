import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid, orFullDisk } from '../../platform/errors.ts'
import type { App } from '../../platform/http.ts'
import { type Room, takeRoom } from './room.ts'

/**
 * One file as it came, whole, within its bounds: at a path of its own until its call ends, so that no number of them
 * fills the memory; or its bytes, where they are there anyway. Nothing about it is trusted: `name` is for people alone.
 */
export type Upload = { field: string; name: string; source: string | Uint8Array; bytes: number }

export type UploadRules = {
  /** The parts that may come, one file each. */
  fields: readonly string[]
  /** The texts that may come beside them, with the most characters of each. */
  texts?: Readonly<Record<string, number>>
  maximumBytes: number
}

/** The texts that came, by the names of their parts. */
export type UploadTexts = Readonly<Partial<Record<string, string>>>

/** The library's own limits would let 1,000 parts through (trust.md, ASVS 5.x). */
const LIMITS = { files: 3, fields: 1, parts: 4, fieldSize: 1_024, fieldNameSize: 100, headerPairs: 20 }
const NAME_MAXIMUM = 200

/** Longer than all pictures that may wait together take, each of them within its own limit. */
const WORK_MS = 180_000

/** A refused body is read on to its end up to here, so that the browser gets to see the answer. */
const DISCARD_MAXIMUM_BYTES = 64 * 1024 * 1024

/** Each call's files wait in a folder of their own, which nobody else may enter. */
const FOLDER_PREFIX = 'tendwell-upload-'

/** Removes the files of calls that a killed process left behind. @param ageMs how long ago they began at least */
export async function removeAbandonedUploads(ageMs: number): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER_PREFIX)) continue
    const folder = path.join(tmpdir(), name)
    const begun = await stat(folder).catch(() => null)
    // By the disk's own time, which `/dev/clock` does not move. Another one's, on a machine of many, stays.
    if (begun && Date.now() - begun.mtimeMs > ageMs) await rm(folder, { recursive: true }).catch(() => {})
  }
}

/** Adds routes that take multipart bodies; everywhere else they stay refused. */
export function uploadRoutes(app: App, addRoutes: (scope: App) => void): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false })
    scope.addHook('onSend', async (request, reply) => {
      // What follows on this connection would be the rest of the body.
      if (!request.raw.readableEnded) reply.header('connection', 'close')
    })
    addRoutes(scope)
  })
}

/**
 * Receives a call's files and hands them to `use`; when that ends they are gone. A browser's empty file inputs are left
 * out.
 * @throws AppError 400 for parts that were not asked for or are cut off, 413 for too much, 415 for another kind of
 * body, 503 when the uploads of this moment fill their room, or the disk is full
 */
export async function withUploads<Result>(
  request: FastifyRequest,
  rules: UploadRules,
  use: (uploads: Upload[], texts: UploadTexts) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) {
    throw new AppError(415, 'unsupported_type', 'Send the files as multipart/form-data')
  }
  // The parser waits for ever for a body that was cut off before it looked.
  if (request.raw.destroyed && !request.raw.readableEnded) throw wellKnown(new Error('The body was cut off'))
  const room = takeRoom()
  const folder = await mkdtemp(path.join(tmpdir(), FOLDER_PREFIX))
  try {
    const { uploads, texts } = await receive(request, rules, { folder, room }).catch((error: unknown) => {
      throw wellKnown(error)
    })
    // What waits its turn to be decoded is silent for longer than a connection may otherwise be.
    request.raw.socket.setTimeout(WORK_MS)
    return await use(uploads, texts)
  } catch (error) {
    await discardRest(request.raw)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
    room.release()
  }
}

async function receive(
  request: FastifyRequest,
  { fields, texts: textLimits = {}, maximumBytes }: UploadRules,
  place: Place,
): Promise<{ uploads: Upload[]; texts: UploadTexts }> {
  const uploads = new Map<string, Upload>()
  const texts: Record<string, string> = {}
  for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maximumBytes } })) {
    const field = part.fieldname
    const textLimit = Object.hasOwn(textLimits, field) ? textLimits[field] : undefined
    if (textLimit !== undefined) {
      texts[field] = textOf(part, textLimit)
      continue
    }
    if (!fields.includes(field)) throw invalid({ [printable(field)]: ['Unknown field'] })
    if (part.type !== 'file') throw invalid({ [field]: ['Please choose files to upload'] })
    if (uploads.has(field)) throw invalid({ [field]: ['Please choose one file'] })
    const kept = await keepPart(part, place, uploads.size)
    if (part.file.truncated) throw tooLarge(field, maximumBytes)
    uploads.set(field, { field, name: printable(part.filename ?? ''), ...kept })
  }
  const chosen = [...uploads.values()].filter(({ name, bytes }) => bytes > 0 || name !== '')
  return { uploads: chosen, texts }
}

/** A text part, such that it can be stored. @throws AppError 400 for a file in its place and for one too long */
function textOf(part: Multipart, maximum: number): string {
  const { fieldname: field } = part
  if (part.type === 'file' || typeof part.value !== 'string') throw invalid({ [field]: ['Must be text'] })
  const text = part.value.toWellFormed().replace(/\0/g, '').trim()
  if (text.length > maximum) throw invalid({ [field]: [`Must be at most ${maximum} characters`] })
  return text
}

type Place = { folder: string; room: Room }

/** Each chunk goes to the disk before the next is asked for. */
async function keepPart(
  part: MultipartFile,
  { folder, room }: Place,
  index: number,
): Promise<Pick<Upload, 'source' | 'bytes'>> {
  const file = path.join(folder, String(index))
  const handle = await open(file, 'wx', 0o600)
  let bytes = 0
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      room.add(chunk.length)
      await handle.writeFile(chunk).catch((error: unknown) => {
        throw orFullDisk(error)
      })
      bytes += chunk.length
    }
  } finally {
    await handle.close()
  }
  return { source: file, bytes }
}

/** The parser's own errors come with a status or, for a body that is no multipart at all, without one. */
function wellKnown(error: unknown): unknown {
  if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) return error
  return new AppError(400, 'invalid', 'The upload is not well formed', { cause: error })
}

function tooLarge(field: string, maximumBytes: number): AppError {
  const message = `The file is too large: at most ${maximumBytes / 1024 / 1024} MB`
  return new AppError(413, 'too_large', message, { fields: { [field]: [message] } })
}

/** A name that a user gave, such that it can be stored and shown in one line. */
function printable(name: string): string {
  return name
    .toWellFormed()
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, NAME_MAXIMUM)
    .toWellFormed()
}

/** Reads a body that was refused on to its end, without keeping any of it. */
function discardRest(body: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (body.readableEnded || body.destroyed) return resolve()
    let discarded = 0
    body.unpipe()
    body.on('data', (chunk: Buffer) => {
      discarded += chunk.length
      if (discarded > DISCARD_MAXIMUM_BYTES) {
        body.pause()
        resolve()
      }
    })
    for (const end of ['end', 'close', 'error']) body.once(end, () => resolve())
    body.resume()
  })
}
