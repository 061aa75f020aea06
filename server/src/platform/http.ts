import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import underPressure from '@fastify/under-pressure'
import websocket from '@fastify/websocket'
import apiReference from '@scalar/fastify-api-reference'
import { MAX_FRAME_BYTES } from '@tendwell/contract/realtime'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySerializerCompiler,
  LogController,
  type RawServerDefault,
} from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  jsonSchemaTransform,
  ResponseSerializationError,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import helmet from 'helmet'
import type { ZodType } from 'zod'
import type { Config } from './config.ts'
import { isUnavailable, sqlState } from './database.ts'
import { AppError, type FieldErrors, invalidRequest } from './errors.ts'
import type { Log } from './log.ts'

const BODY_LIMIT_BYTES = 256 * 1024
const CALLS_PER_MINUTE = 600
/** Who waits so long for their turn is answered at once, and told to come again. */
const BUSY_MS = 2_000
/** A plain body is small: whoever takes longer keeps a connection from others. */
const BODY_MS = 15_000
/** An upload of 10 MB has to fit through a slow telephone line. */
const UPLOAD_MS = 180_000

/** A fastify instance whose routes are typed by their zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

type ValidationIssue = { instancePath: string; message?: string; params?: { keys?: string[] } }

/** Messages by top-level field; a problem deeper in a list stands under the list's name. */
function fieldErrorsOf(issues: readonly ValidationIssue[]): FieldErrors {
  const fields = new Map<string, Set<string>>()
  const add = (field: string, message: string) =>
    fields.set(field, (fields.get(field) ?? new Set()).add(message))
  for (const { instancePath, message, params } of issues) {
    const field = instancePath.split('/')[1]
    if (field)
      add(field, params?.keys ? `Unknown field: ${params.keys.join(', ')}` : (message ?? 'Not valid'))
    else if (params?.keys) for (const key of params.keys) add(key, 'Unknown field')
    else add('non_field_errors', message ?? 'Not valid')
  }
  return Object.fromEntries([...fields].map(([field, messages]) => [field, [...messages]]))
}

/** What the caller is told of an error of any kind. */
export function appErrorOf(error: Error & Partial<FastifyError>): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    if (error.validationContext === 'params') return new AppError(404, 'not_found', 'Not found')
    const fields = fieldErrorsOf(error.validation as unknown as ValidationIssue[])
    const first = Object.values(fields)[0]?.[0] ?? 'The request is not valid'
    return new AppError(400, 'invalid', first, { fields })
  }
  const state = sqlState(error)
  if (state === '23P01' || state === '23505')
    return new AppError(409, 'conflict', 'This was changed in the meantime. Please reload and try again')
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

/** Answers any error in the one wire form (decisions §1); a 500 says nothing of the inside. */
function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const known = appErrorOf(error)
  if (known.status >= 500) request.log.error({ err: error }, 'call failed')
  else request.log.debug({ code: known.code, detail: known.message }, 'call refused')
  if (known.status === 429 || known.status === 503) {
    if (!reply.hasHeader('retry-after')) reply.header('retry-after', known.retryAfterSeconds ?? 5)
  }
  reply.code(known.status).send({
    ...known.facts,
    ...known.fields,
    detail: known.message,
    code: known.code,
    request_id: request.id,
  })
}

/** What Google's button loads, where the installation has one. */
const googleSources = ({ googleClientId }: Config) => ({
  script: googleClientId ? ['https://accounts.google.com/gsi/client'] : [],
  rest: googleClientId ? ['https://accounts.google.com/gsi/'] : [],
})

const contentPolicy = (config: Config, { avatarServiceUrl } = config, google = googleSources(config)) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...google.script],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...(avatarServiceUrl ? [new URL(avatarServiceUrl).origin] : [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...google.rest],
    'frame-src': google.rest.length > 0 ? google.rest : ["'none'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  },
})

/** For a route's `preValidation`: a call without a body counts as one with an empty object. */
export async function bodyMayBeMissing(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}

/** OpenAPI 3.1 from the schemas that validate, and a page to read it. Before any route it shall show. */
export async function documentApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: PRODUCT_NAME, version: '1' } },
    transform: jsonSchemaTransform,
  })
  await app.register(apiReference, {
    routePrefix: '/api/docs',
    configuration: { withDefaultFonts: false },
    hooks: { onRequest: allowReferencePage },
  })
}

/** The reference page sets itself up by a script of its own in the page; it alone may. */
function allowReferencePage(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header(
    'content-security-policy',
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:",
  )
  done()
}

function bareHttp(config: Config, log: FastifyBaseLogger): App {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    connectionTimeout: 15_000,
    requestTimeout: UPLOAD_MS,
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    trustProxy: config.production ? 'loopback, linklocal, uniquelocal' : false,
    // Addresses that can't be decoded never reach a route, nor its error handler.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply as FastifyReply),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
  }).withTypeProvider<ZodTypeProvider>()
}

/**
 * Lets an answer out as its schema says. No answer is written otherwise than it is read, so it is not encoded as the
 * type provider's own serializer does, which goes through most values twice.
 */
const checkedJson: FastifySerializerCompiler<ZodType> = ({ schema, method, url }) => {
  return (data) => {
    const { error, data: answer } = schema.safeParse(data)
    if (error) throw new ResponseSerializationError(method, url, { cause: error })
    return JSON.stringify(answer)
  }
}

/**
 * The HTTP side with its plugins; routes are added by the slices.
 * @param busyMs from what delay of the whole process on calls are refused
 */
export async function createHttp(config: Config, log: Log, busyMs = BUSY_MS): Promise<App> {
  const app = bareHttp(config, log)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(checkedJson)
  app.setErrorHandler(sendError)
  // First of all, so that a call that is refused before it gets to a socket's route is let go as well.
  await app.register(websocket, { options: { maxPayload: MAX_FRAME_BYTES } })
  app.addHook('onRequest', async (request) => {
    if (!URL.canParse(`http://${request.headers.host}`)) throw invalidRequest('The host is not valid')
  })
  // Made once: Fastify's plugin for it makes all headers anew with each call.
  const secure = helmet({
    contentSecurityPolicy: contentPolicy(config),
    hsts: config.production,
    // Google's button works only where Google learns the page's origin, and its window only where it may answer.
    referrerPolicy: { policy: config.googleClientId ? 'strict-origin' : 'no-referrer' },
    crossOriginOpenerPolicy: { policy: config.googleClientId ? 'same-origin-allow-popups' : 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', (request, reply, done) => {
    secure(request.raw, reply.raw, (error) => done(error as Error | undefined))
  })
  await app.register(cors, { origin: false })
  await app.register(compress, { threshold: 1_024 })
  if (config.rateLimits) {
    await app.register(rateLimit, { max: CALLS_PER_MINUTE, timeWindow: '1 minute' })
    await app.register(underPressure, { maxEventLoopDelay: busyMs, pressureHandler: refuseUnderPressure })
  }
  app.addHook('onRequest', async (request) => limitBodyTime(request))
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'call')
    done()
  })
  return app
}

/** Cuts off who sends a plain body by drops. Uploads have their own, longer limit in the server's settings. */
function limitBodyTime(request: FastifyRequest): void {
  const { headers } = request
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (!hasBody || headers['content-type']?.startsWith('multipart/')) return
  const limit = setTimeout(() => request.raw.destroy(), BODY_MS)
  limit.unref()
  const forget = () => clearTimeout(limit)
  request.raw.once('end', forget).once('close', forget)
}

function refuseUnderPressure(): never {
  throw new AppError(503, 'overloaded', 'We are very busy. Please try again in a moment')
}
