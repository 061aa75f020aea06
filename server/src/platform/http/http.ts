import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import websocket from '@fastify/websocket'
import { joinRepeated, readLeniently, removeEmptyParameters } from '@tendwell/contract/lenient-input'
import { MAX_FRAME_BYTES } from '@tendwell/contract/realtime'
import { MINUTE_MS } from '@tendwell/contract/time'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
  type FastifySerializerCompiler,
  LogController,
  type RawServerDefault,
} from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  ResponseSerializationError,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import helmet from 'helmet'
import type { ZodType } from 'zod'
import type { Config } from '../config/config.ts'
import { isUnavailable, sqlState } from '../database/database.ts'
import { AppError, type FieldErrors, invalid, invalidRequest } from '../errors.ts'
import { toNetwork } from '../limits/attempts.ts'
import type { Log } from '../log.ts'
import { usePlainWords } from '../plain-words.ts'

const BODY_LIMIT_BYTES = 256 * 1024
/** The calls of one network address a minute: on each node, or, with Redis, on all nodes together. */
const CALLS_PER_MINUTE = 600

/**
 * A route's own call limit for visitors, who are counted by their network. People who are logged in are
 * counted by their id and have the usual limit.
 * @param detail the text of the error
 */
export function limitVisitors(callsPerMinute: number, detail: string) {
  return {
    max: ({ actor }: FastifyRequest) => (actor ? CALLS_PER_MINUTE : callsPerMinute),
    keyGenerator: ({ actor, ip }: FastifyRequest) => (actor ? `user ${actor.id}` : toNetwork(ip)),
    errorResponseBuilder: () => new AppError(429, 'too_many_requests', detail),
  }
}
/** When the event loop is this late on average, calls get a 503 with Retry-After. */
const BUSY_MS = 200
/**
 * If this many queries wait for a connection, calls get a 503 too: a further query would wait longer than its
 * caller does.
 */
const BUSY_QUERIES = 100
const CHECK_QUERIES_MS = 50
/** When a call that got 503 or 429 may be repeated, unless its error says otherwise. */
const RETRY_SECONDS = 5
/** How long a plain body may take. Such bodies are small, and a slow client would only block a connection. */
const BODY_MS = 10_000
/** How long an upload may take: enough for 10 MB over a slow mobile connection. */
const UPLOAD_MS = 3 * MINUTE_MS
/** How many bytes of an upload must arrive within `BODY_MS`, so that it doesn't only block a connection. */
const UPLOAD_LEAST_BYTES = 10_000
/** After the server closes a WebSocket, the client has 10 seconds to answer. */
const SOCKET_OPTIONS = { maxPayload: MAX_FRAME_BYTES, closeTimeout: 10_000 }

/** A Fastify instance whose routes are typed by their Zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** How many unknown fields an error names at most. */
const MAX_UNKNOWN_FIELDS = 20

/** `params.keys`: the names of unknown fields, if the issue is about these. */
type ValidationIssue = { instancePath: string; message?: string; params?: { keys?: string[] } }

/** Messages by top-level field. An issue inside a list or an object is under the name of that field. */
function toFieldErrors(issues: readonly ValidationIssue[]): FieldErrors {
  const fields = new Map<string, Set<string>>()
  const firstKeys = (keys: readonly string[]) => keys.slice(0, MAX_UNKNOWN_FIELDS)
  const add = (field: string, message: string) =>
    fields.set(field, (fields.get(field) ?? new Set()).add(message))
  for (const { instancePath, message, params } of issues) {
    const field = instancePath.split('/')[1]
    const unknownFields = params?.keys && firstKeys(params.keys)
    if (field && unknownFields) add(field, `Unknown field: ${unknownFields.join(', ')}`)
    else if (unknownFields) for (const unknownField of unknownFields) add(unknownField, 'Unknown field')
    else add(field || 'non_field_errors', message ?? 'Not valid')
  }
  return Object.fromEntries([...fields].map(([field, messages]) => [field, [...messages]]))
}

/** Turns any error into the AppError that the caller gets. */
export function toAppError(error: Error & Partial<FastifyError>): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    if (error.validationContext === 'params') return new AppError(404, 'not_found', 'Not found')
    const fields = toFieldErrors(error.validation as unknown as ValidationIssue[])
    return invalid(fields)
  }
  const state = sqlState(error)
  // An exclusion or unique constraint: another call was first to take the hours or make the row.
  if (state === '23P01' || state === '23505')
    return new AppError(409, 'conflict', 'This has changed. Reload and try again')
  if (isUnavailable(error)) {
    return new AppError(503, 'unavailable', 'Please try again in a moment')
  }
  const status = error.statusCode ?? 500
  if (status === 413) return new AppError(413, 'too_large', 'The request is too large')
  if (status === 415) return new AppError(415, 'unsupported_type', 'This content type is not supported')
  if (status === 429)
    return new AppError(429, 'too_many_requests', 'Too many requests. Please try again later')
  if (status === 503) return new AppError(503, 'unavailable', 'Please try again in a moment')
  if (status >= 400 && status < 500) return new AppError(400, 'invalid', 'The request is not valid')
  return new AppError(500, 'internal', 'Something went wrong on our side', { cause: error })
}

/**
 * Answers every error in the common form; a 500 reveals nothing about its cause.
 * @see docs/rules/README.md#errors
 */
function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const appError = toAppError(error)
  const userId = request.actor?.id
  // A call that is refused under overload isn't logged as a failure: writing its stack would take longer than
  // the answer.
  const isFailure = appError.status >= 500 && appError.code !== 'overloaded'
  if (isFailure) request.log.error({ err: error, userId }, 'call failed')
  else request.log.debug({ code: appError.code, detail: appError.message }, 'call refused')
  if (appError.status === 429 || appError.status === 503) {
    if (!reply.hasHeader('retry-after')) {
      reply.header('retry-after', appError.retryAfterSeconds ?? RETRY_SECONDS)
    }
  }
  reply.errorCode = appError.code
  reply.code(appError.status).send({
    ...appError.facts,
    ...appError.fields,
    detail: appError.message,
    code: appError.code,
    request_id: request.id,
  })
}

/** What pages may load: our own files, and what the login with Google and the avatar service need. */
function createContentPolicy({ googleClientId, avatarServiceUrl }: Config) {
  const googleScripts = googleClientId ? ['https://accounts.google.com/gsi/client'] : []
  const googleSources = googleClientId ? ['https://accounts.google.com/gsi/'] : []
  const avatarSources = avatarServiceUrl ? [new URL(avatarServiceUrl).origin] : []
  return {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'", ...googleScripts],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:', ...avatarSources],
      'font-src': ["'self'"],
      'connect-src': ["'self'", ...googleSources],
      'frame-src': googleSources.length > 0 ? googleSources : ["'none'"],
      'manifest-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  }
}

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the error that was answered. */
    errorCode?: string
  }
  interface FastifyContextConfig {
    /** Called every few seconds by machines, so its calls are not logged. */
    isProbe?: boolean
  }
}

/** The id that a proxy gave a call, if it is safe in a log and a header. */
function readRequestId(id: string | string[] | undefined): string | null {
  return typeof id === 'string' && /^[\w.:-]{1,64}$/.test(id) ? id : null
}

/** Creates the server with its limits on sizes and times. */
function createFastify(config: Config, log: FastifyBaseLogger): App {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    connectionTimeout: 15_000,
    requestTimeout: UPLOAD_MS,
    forceCloseConnections: 'idle',
    // Calls that still arrive while the server closes are answered.
    return503OnClosing: false,
    genReqId: ({ headers }) => readRequestId(headers['x-request-id']) ?? randomUUID(),
    trustProxy: config.trustProxy,
    // URLs that can't be decoded reach neither a route nor the error handler.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply as FastifyReply),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 200,
      querystringParser: (query) => removeEmptyParameters(parse(query)),
    },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
  }).withTypeProvider<ZodTypeProvider>()
}

/**
 * Checks input against its schema. If the schema refuses the input, a lenient reading of it is checked
 * instead.
 */
const compileValidator: FastifySchemaCompiler<ZodType> = (route) => {
  const check = validatorCompiler(route) as (input: unknown) => { error?: Error; value?: unknown }
  const isQuery = route.httpPart === 'querystring'
  return (input: unknown) => {
    const strictResult = check(input)
    if (!strictResult.error) return strictResult
    return check(readLeniently(route.schema, isQuery ? joinRepeated(route.schema, input) : input))
  }
}

/**
 * Checks each answer against its schema before it is sent. The serializer of the type provider isn't used: it
 * would also encode, which our schemas don't need, and so go through most values twice.
 */
const compileSerializer: FastifySerializerCompiler<ZodType> = ({ schema, method, url }) => {
  return (data) => {
    const { error, data: answer } = schema.safeParse(data)
    if (error) throw new ResponseSerializationError(method, url, { cause: error })
    return JSON.stringify(answer)
  }
}

/**
 * Creates the HTTP server with its plugins; the slices add the routes.
 * @param options.busyMs how late the event loop may be before calls get 503
 * @param options.countWaiting counts the queries that wait for a connection
 * @param options.limitStore counts the calls of all nodes; by default each node counts its own
 * @see docs/rules/README.md#security
 */
export async function createHttp(
  config: Config,
  log: Log,
  {
    busyMs = BUSY_MS,
    countWaiting = () => 0,
    limitStore,
  }: { busyMs?: number; countWaiting?: () => number; limitStore?: FastifyRateLimitStoreCtor } = {},
): Promise<App> {
  usePlainWords()
  const app = createFastify(config, log)
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.setErrorHandler(sendError)
  acceptEmptyBodies(app)
  // This plugin is registered before the others, so that it also closes sockets that they refuse.
  await app.register(websocket, { options: SOCKET_OPTIONS })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (!URL.canParse(`http://${request.headers.host}`)) throw invalidRequest('The host is not valid')
  })
  // The headers are built once here, and not by Fastify's plugin, which builds them again for each call.
  const setSecurityHeaders = helmet({
    contentSecurityPolicy: createContentPolicy(config),
    hsts: config.production,
    // Google's button needs the page's origin, and its popup must be able to answer.
    referrerPolicy: { policy: config.googleClientId ? 'strict-origin' : 'no-referrer' },
    crossOriginOpenerPolicy: { policy: config.googleClientId ? 'same-origin-allow-popups' : 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined))
  })
  await app.register(cors, { origin: false })
  await app.register(cookie)
  await app.register(compress, { threshold: 1_024 })
  if (config.rateLimits) {
    await app.register(rateLimit, {
      max: CALLS_PER_MINUTE,
      timeWindow: '1 minute',
      store: limitStore,
    })
  }
  if (config.overloadProtection) {
    await app.register(underPressure, {
      maxEventLoopDelay: busyMs,
      healthCheck: async () => countWaiting() < BUSY_QUERIES,
      healthCheckInterval: CHECK_QUERIES_MS,
      pressureHandler: refuseUnderPressure,
    })
  }
  app.addHook('onRequest', async (request) => limitBodyTime(request))
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after'))
      reply.header('retry-after', RETRY_SECONDS)
    // The route's pattern is looked at too, because the caller can write the path in many ways.
    const isApi = [request.url, request.routeOptions.url].some((path) => path?.startsWith('/api'))
    if (isApi && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.routeOptions.config.isProbe) {
      const { actor, ip } = request
      const ms = Math.round(reply.elapsedTime)
      request.log.info({ req: request, userId: actor?.id, ip, status: reply.statusCode, ms }, 'call')
    }
    done()
  })
  return app
}

/**
 * Makes routes that take JSON read all of these as an empty object: no body, an empty body of any content
 * type, a body of spaces, and `null`.
 */
function acceptEmptyBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const takesBody = ({ routeOptions }: FastifyRequest) => routeOptions.schema?.body !== undefined
  app.addHook('onRequest', async (request) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    // The content type is removed, because that of a form would be refused even for an empty body.
    if (takesBody(request) && length === '0' && encoding === undefined) {
      delete request.raw.headers['content-type']
    }
  })
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if ((body as string).trim() === '') done(null)
    else parse(request, body as string, done)
  })
  app.addHook('preValidation', async (request) => {
    if (takesBody(request)) request.body ??= {}
  })
}

/** Disconnects clients that send a body too slowly. A whole upload has a longer limit, `requestTimeout`. */
function limitBodyTime({ headers, raw }: FastifyRequest): void {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (!hasBody) return
  // A plain body must arrive as a whole before the first check.
  const leastBytes = headers['content-type']?.startsWith('multipart/') ? UPLOAD_LEAST_BYTES : Infinity
  let bytesBefore = raw.socket.bytesRead
  const timer = setInterval(() => {
    if (raw.socket.bytesRead - bytesBefore < leastBytes) raw.destroy()
    bytesBefore = raw.socket.bytesRead
  }, BODY_MS)
  timer.unref()
  const clear = () => clearInterval(timer)
  raw.once('end', clear).once('close', clear)
}

function refuseUnderPressure(): never {
  throw new AppError(503, 'overloaded', 'We are very busy. Please try again in a moment')
}
