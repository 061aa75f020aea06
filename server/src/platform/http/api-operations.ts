/**
 * Describes each operation of the API from its route: who may call it, what it can answer, and an example.
 */
import { errorResponse } from '@tendwell/contract/wire'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Access, type AccessRole, SIGNED_IN } from './access.ts'
import { type JsonSchema, makeExample } from './api-examples.ts'

export type ApiTag = { name: string; description: string; paths: readonly string[] }
export type ApiExamples = Readonly<Record<string, unknown>>

type Media = { schema?: JsonSchema; example?: unknown }
type Content = Record<string, Media>
type Answer = { $ref?: string; description?: string | undefined; content?: Content }
type Operation = {
  summary: string
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; schema: JsonSchema; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string | number, Answer>
}
type TransformInput = Parameters<typeof jsonSchemaTransform>[0]

const ROLE_NAMES: Record<AccessRole, string> = {
  caregiver: 'caregivers',
  caretaker: 'families',
  support: 'support staff',
  finance: 'finance staff',
  admin: 'admins',
}
const LOGIN = { login: [] }

const SUCCESSES: Record<string, string> = { 200: 'Done', 201: 'Created', 204: 'Done, without an answer' }

/** The error answers by status: the name of the component, its description, and an example of its code. */
const FAILURES = {
  400: ['Invalid', 'The request is not valid; messages on a field are under its name', 'invalid'],
  401: ['Unauthorized', 'Nobody is logged in, or the login is not valid', 'unauthorized'],
  403: ['Forbidden', 'The caller may not do this', 'forbidden'],
  404: ['NotFound', 'It does not exist, or is not the caller’s', 'not_found'],
  409: ['Conflict', 'The current state does not allow this', 'conflict'],
  413: ['TooLarge', 'The request is too large', 'too_large'],
  415: ['UnsupportedType', 'This content type is not supported', 'unsupported_type'],
  429: ['TooManyRequests', 'Too many calls; try again after the seconds in Retry-After', 'too_many_requests'],
  503: ['Unavailable', 'Try again after the seconds in Retry-After', 'unavailable'],
} as const

type Failure = keyof typeof FAILURES

/** Who may make a call, as a sentence. */
function describeAccess(access: Access | undefined): string {
  if (access === 'optional') return 'Needs no login. A login lifts the limits for visitors.'
  if (!Array.isArray(access)) return 'Needs no login.'
  if (SIGNED_IN.every((role) => access.includes(role))) return 'For everyone who is logged in.'
  return `For ${access.map((role: AccessRole) => ROLE_NAMES[role]).join(' and ')}.`
}

function toSecurity(access: Access | undefined): Operation['security'] {
  if (access === 'optional') return [{}, LOGIN]
  return Array.isArray(access) ? [LOGIN] : []
}

/** Makes the operation's id of its summary, without articles: `Get a family` becomes `getFamily`. */
function toOperationId(summary: string): string {
  const words = summary.replace(/['’]/g, '').match(/\w+/g) ?? []
  const keptWords = words
    .map((word) => word.toLowerCase())
    .filter((word) => !['a', 'an', 'the'].includes(word))
  return keptWords
    .map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1)))
    .join('')
}

/** The tag with the longest path that the URL begins with. */
function findTag(tags: readonly ApiTag[], url: string): string {
  const matches = tags.flatMap(({ name, paths }) =>
    paths.filter((path) => url === path || url.startsWith(`${path}/`)).map((path) => ({ name, path })),
  )
  const [longest] = matches.sort((a, b) => b.path.length - a.path.length)
  if (!longest) throw new Error(`No tag of the API covers ${url}`)
  return longest.name
}

/** Creates the function that adds tag, id, description and security to the schema of each route. */
export function createTransform(tags: readonly ApiTag[]) {
  return (input: TransformInput): ReturnType<typeof jsonSchemaTransform> => {
    const { schema, url, route } = input
    if (!schema || schema.hide) return jsonSchemaTransform(input)
    const { summary, description, consumes } = schema
    if (!summary) throw new Error(`${route.method} ${url} has no summary`)
    const { access } = route.config ?? {}
    const isUpload = consumes?.includes('multipart/form-data')
    return jsonSchemaTransform({
      ...input,
      schema: {
        ...schema,
        ...(isUpload && { body: z.record(z.string(), z.string().describe('A file')) }),
        tags: [findTag(tags, url)],
        operationId: toOperationId(summary),
        description: [description, describeAccess(access)].filter(Boolean).join(' '),
        security: toSecurity(access),
      },
    })
  }
}

/** The statuses of the error answers that an operation can have, judged by its method and parameters. */
function listFailures(method: string, { security, parameters = [], requestBody }: Operation): Failure[] {
  const hasParameterIn = (where: string) => parameters.some((parameter) => parameter.in === where)
  const isRestricted = security.some((requirement) => 'login' in requirement)
  const failures: Failure[] = [429, 503]
  if (requestBody) failures.push(413, 415)
  if (requestBody || hasParameterIn('query') || hasParameterIn('path')) failures.push(400)
  if (requestBody || isRestricted) failures.push(401, 403)
  // A query about one thing, such as a preview of canceling it, may be refused because of the thing's state.
  if (method !== 'get' || (hasParameterIn('query') && hasParameterIn('path'))) failures.push(409)
  if (method !== 'get' || hasParameterIn('query') || hasParameterIn('path')) failures.push(404)
  return failures
}

/** Adds error answers and examples to an operation. */
function completeOperation(method: string, operation: Operation, examples: ApiExamples): void {
  const { parameters = [], requestBody, responses } = operation
  const addExamples = ({ content = {} }: { content?: Content }) => {
    for (const media of Object.values(content)) media.example = makeExample(media.schema ?? {}, examples)
  }
  for (const parameter of parameters) {
    parameter.example = makeExample(parameter.schema, examples, parameter.name)
  }
  if (requestBody) addExamples(requestBody)
  for (const [status, answer] of Object.entries(responses)) {
    answer.description = SUCCESSES[status] ?? answer.description
    addExamples(answer)
  }
  for (const status of listFailures(method, operation)) {
    responses[status] = { $ref: `#/components/responses/${FAILURES[status][0]}` }
  }
}

/** Adds error answers and examples to every operation of the document, in place. */
export function completeOperations(paths: object, examples: ApiExamples): void {
  for (const operations of Object.values(paths as Record<string, Record<string, Operation>>)) {
    for (const [method, operation] of Object.entries(operations))
      completeOperation(method, operation, examples)
  }
}

/** The parts that operations refer to: the login and the error answers, in the product's one form. */
export const API_COMPONENTS = {
  securitySchemes: {
    login: { type: 'http', scheme: 'bearer', description: 'The access token of a login' },
  },
  schemas: { Error: z.toJSONSchema(errorResponse, { target: 'openapi-3.0' }) },
  responses: Object.fromEntries(
    Object.entries(FAILURES).map(([, [name, description, code]]) => [
      name,
      {
        description,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            example: { detail: description, code, request_id: '6f1c1a3e-9a55-4d0c-8f4e-2b7d1c0a9e11' },
          },
        },
      },
    ]),
  ),
} as const
