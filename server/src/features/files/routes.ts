import { NAME_MAXIMUM } from '@tendwell/contract/people/names'
import { text } from '@tendwell/contract/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/http.ts'
import { createFindFileViewer } from '../sign-in/index.ts'
import { type CountOpening, openFileLink } from './commands.ts'
import { type FileRow, findAvatar } from './queries.ts'
import { drawInitials } from './serving/initials.ts'
import { readRange } from './serving/range.ts'

const fileParams = z.strictObject({ id: z.uuid() })
const linkQuery = z.strictObject({
  viewer: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
  expires: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
  signature: z.string().max(100),
})
/** DiceBear's other options are accepted and ignored. */
const initialsQuery = z.object({ seed: text('Seed', NAME_MAXIMUM).default('') })

const fileBody = z.unknown().describe('The file itself')

/** The Content-Security-Policy of files: one that a browser opens can't run scripts or load anything. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
/** Only five minutes, because a photo may be replaced or hidden, or its owner's account deactivated. */
const CACHE_FIVE_MINUTES = 'public, max-age=300'
const CACHE_A_WEEK = 'public, max-age=604800'

/** @see docs/rules/profiles-and-files.md#file-links */
export function filesRoutes(app: App, deps: Deps, countOpening: CountOpening): void {
  const findFileViewer = createFindFileViewer(deps)

  const sendFile = async (
    request: FastifyRequest,
    reply: FastifyReply,
    file: FileRow,
    cacheControl: string,
  ) => {
    const etag = toETag(file)
    const range = readRange(request.headers, { bytes: file.bytes, etag })
    if (range === 'outside') {
      reply.header('content-range', `bytes */${file.bytes}`)
      throw new AppError(416, 'range_not_satisfiable', 'The file does not have this part')
    }
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 }
    const content = await deps.storage.read(file.storageKey, range ?? undefined)
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`)
    return reply
      .type(file.contentType)
      .header('content-length', end - start + 1)
      .header('accept-ranges', 'bytes')
      .header('etag', etag)
      .header('content-disposition', toContentDisposition(file))
      .header('content-security-policy', SANDBOX)
      .header('cache-control', cacheControl)
      .send(content)
  }

  app.get(
    '/api/files/:id',
    {
      // A browser opens a link without a token, so the handler checks the session.
      config: { access: 'public' },
      schema: {
        summary: 'Download a file by its link',
        params: fileParams,
        querystring: z.unknown(),
        response: { 200: fileBody, 206: fileBody },
      },
    },
    async (request, reply) => {
      const query = linkQuery.safeParse(request.query)
      if (!query.success) throw notFound()
      const link = { fileId: request.params.id, ...query.data }
      const viewerId = await findFileViewer(request)
      const file = await openFileLink(deps, link, { viewerId, address: request.ip }, countOpening)
      return sendFile(request, reply, file, 'private, no-store')
    },
  )

  app.get(
    '/avatars/:id',
    {
      config: { access: 'public' },
      schema: { summary: 'Get an avatar', params: fileParams, response: { 200: fileBody, 206: fileBody } },
    },
    async (request, reply) => {
      const file = await findAvatar(deps.database, request.params.id)
      if (!file) throw notFound()
      return request.headers['if-none-match'] === toETag(file)
        ? sendNotModified(reply.header('etag', toETag(file)), CACHE_FIVE_MINUTES)
        : sendFile(request, reply, file, CACHE_FIVE_MINUTES)
    },
  )

  app.get(
    '/avatars/initials/svg',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Draw an avatar of initials',
        querystring: initialsQuery,
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const { seed } = request.query
      const { avatarServiceUrl } = deps.config
      if (avatarServiceUrl) return reply.redirect(`${avatarServiceUrl}?seed=${encodeURIComponent(seed)}`)
      const drawing = await drawInitials(seed)
      return reply
        .type('image/svg+xml')
        .header('content-security-policy', SANDBOX)
        .header('cache-control', CACHE_A_WEEK)
        .send(drawing)
    },
  )
}

function toETag({ sha256 }: FileRow): string {
  return `"${sha256}"`
}

function sendNotModified(reply: FastifyReply, cacheControl: string): FastifyReply {
  return reply.code(304).header('cache-control', cacheControl).send()
}

/**
 * Images open in the browser, because we encoded them ourselves; all other files are downloaded, by their
 * name in ASCII in browsers that don't read `filename*`.
 */
function toContentDisposition({ contentType, originalName }: FileRow): string {
  if (contentType.startsWith('image/')) return 'inline'
  const asciiName = originalName.replace(/[^A-Za-z0-9._ -]/g, '_') || 'document.pdf'
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(originalName || asciiName)}`
}
