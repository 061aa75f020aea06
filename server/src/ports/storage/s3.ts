import { addAbortSignal, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Config } from '../../platform/config/config.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { requireKey } from './keys.ts'
import { type Content, type Storage, type StoredFile, UnusableStorageError } from './port.ts'

const CONNECT_TIMEOUT_MS = 2_000
/** How long a call may take: enough for the largest file over a slow line. */
const ANSWER_TIMEOUT_MS = 30_000
/** How long reading the marker may take. It is one line, so a store that takes longer hangs. */
const MARKER_LIMIT_MS = 5_000
const MARKER = 'installation'
/** Keeps the library from printing warnings. Its failures reach our log as errors. */
const SILENT_LOGGER = { debug() {}, info() {}, warn() {}, error() {} }
const NO_ANSWER_ERRORS = ['AbortError', 'TimeoutError']
/** Names of errors about the keys, or about what they may do. */
const KEY_ERRORS = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied']

/** Stores files in a bucket, under the same names as on the disk: `files/`, `trash/` and `installation`. */
export function createS3Storage(
  config: S3Config,
  { markerLimitMs = MARKER_LIMIT_MS }: { markerLimitMs?: number } = {},
): Storage {
  const { bucket: Bucket } = config
  const client = openClient(config)
  const toObjectName = (folder: 'files' | 'trash', key: string) => `${folder}/${requireKey(key)}`

  /** Moves an object within the bucket. Does nothing if there is no such object. */
  const moveObject = async (from: string, to: string) => {
    const copy = new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` })
    const isFound = await client.send(copy).then(() => true, ignoreMissing)
    if (isFound) await deleteObject(from)
  }
  const deleteObject = async (name: string) => {
    await client.send(new DeleteObjectCommand({ Bucket, Key: name }))
  }
  const openObject = async (name: string, range?: string, abortSignal?: AbortSignal) => {
    const command = new GetObjectCommand({ Bucket, Key: name, Range: range })
    const { Body } = await client.send(command, abortSignal && { abortSignal })
    return Body as Readable
  }
  /** Lists the objects of a folder, which ends with a slash. */
  async function* list(folder: string): AsyncIterable<StoredFile> {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: folder })) {
      for (const { Key = '', Size = 0, LastModified } of Contents) {
        const ageMs = Date.now() - (LastModified?.getTime() ?? Date.now())
        yield { key: Key.slice(folder.length), bytes: Size, ageMs }
      }
    }
  }

  const storage: Storage = {
    name: `the bucket ${Bucket}`,
    put: (key, content) => upload(client, { Bucket, Key: toObjectName('files', key) }, content),
    async read(key, range) {
      const content = await openObject(
        toObjectName('files', key),
        range && `bytes=${range.start}-${range.end}`,
      ).catch(ignoreMissing)
      if (!content) throw notFound()
      return content
    },
    async check() {
      // A bucket is never full, so it is enough that it can be read.
      await storage.readMarker()
      return 'ok'
    },
    list: () => list('files/'),
    discard: async (key) => moveObject(toObjectName('files', key), toObjectName('trash', key)),
    restore: async (key) => moveObject(toObjectName('trash', key), toObjectName('files', key)),
    async erase(key) {
      await deleteObject(toObjectName('files', key))
      await deleteObject(toObjectName('trash', key))
    },
    listTrash: () => list('trash/'),
    async readMarker() {
      const timeout = AbortSignal.timeout(markerLimitMs)
      const content = await openObject(MARKER, undefined, timeout).catch(ignoreMissing)
      if (!content) return null
      return text(addAbortSignal(timeout, content)).then(
        (marker) => marker.trim(),
        (error: Error) => {
          throw toStorageError(error, nameStore(config))
        },
      )
    },
    async writeMarker(installationId) {
      await client.send(new PutObjectCommand({ Bucket, Key: MARKER, Body: `${installationId}\n` }))
    },
  }
  return storage
}

/** The names of the bucket and the store for the operator. */
const nameStore = ({ bucket, endpoint, region }: S3Config) => ({
  bucket,
  endpoint: endpoint ?? `S3 in ${region}`,
})

/** Opens the client of the bucket. Its calls throw the errors that `toStorageError` makes. */
function openClient(config: S3Config): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = config

  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    // Off, because some stores that imitate S3 refuse its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: ANSWER_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
    maxAttempts: 2,
    logger: SILENT_LOGGER,
  })
  client.middlewareStack.add(
    (next) => (call) =>
      next(call).catch((error: Error) => {
        throw toStorageError(error, nameStore(config))
      }),
    { step: 'initialize', priority: 'high' },
  )
  return client
}

/** Uploads the bytes as a stream. If the stream fails, the call is aborted, and the store keeps nothing. */
async function upload(
  client: S3Client,
  target: { Bucket: string; Key: string },
  content: Content,
): Promise<void> {
  const body = Readable.from(toChunks(content))
  const abort = new AbortController()
  body.once('error', (error) => abort.abort(error))
  try {
    const command = new PutObjectCommand({ ...target, Body: body, ContentLength: content.bytes })
    await client.send(command, { abortSignal: abort.signal })
  } finally {
    body.destroy()
  }
}

/** The content as a stream, also if it is one piece of bytes. */
async function* toChunks(content: Content): AsyncIterable<Uint8Array> {
  const bytes = content.read()
  if (bytes instanceof Uint8Array) yield bytes
  else yield* bytes
}

/** Turns an error into a 503 whose cause explains it to the operator. The error of a missing file stays. */
function toStorageError(error: Error, { bucket, endpoint }: { bucket: string; endpoint: string }): Error {
  if (error.name === 'NoSuchKey') return error
  const problem = describeProblem(error, { bucket, endpoint })
  const detail = "Files can't be reached right now. Please try again later"
  return new AppError(503, 'unavailable', detail, {
    cause: new UnusableStorageError(problem, { cause: error }),
  })
}

/** What is wrong with the store and what to check, for the operator. */
function describeProblem(
  { name, message }: Error,
  { bucket, endpoint }: { bucket: string; endpoint: string },
): string {
  if (name === 'NoSuchBucket') {
    return `The bucket ${bucket} does not exist at ${endpoint}. Create it, or check S3_BUCKET.`
  }
  if (KEY_ERRORS.includes(name)) {
    return `${endpoint} refuses the bucket ${bucket} (${name}). Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`
  }
  if (NO_ANSWER_ERRORS.includes(name)) {
    return `The store of the bucket ${bucket}, ${endpoint}, does not answer. Check S3_ENDPOINT, and whether the store is up.`
  }
  return `${endpoint} does not answer as S3 (${name}: ${message}). Check S3_ENDPOINT and S3_REGION.`
}

/** For `catch`: null if the object doesn't exist. @throws any other error */
function ignoreMissing(error: Error): null {
  if (error.name === 'NoSuchKey') return null
  throw error
}
