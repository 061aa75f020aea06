/** Every operation, called with random requests made from its description, answers as the description says. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRuns, fc } from '../../contract/test/random.ts'
import { type TestApp, testApp } from './app.ts'
import { makeUser } from './factories/accounts.ts'
import { makePaidRequest } from './factories/bookings.ts'
import { makeConversation } from './factories/chat.ts'
import { getCallers } from './routes.ts'

const REQUESTS = countRuns(25)

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  pattern?: string
  maxLength?: number
  minimum?: number
  maximum?: number
}
type Media = { schema?: Schema; example?: unknown }
type Operation = {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; schema: Schema; example?: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>
}
type Sample = { values: Record<string, unknown>; body: unknown }

let app: TestApp
// biome-ignore lint/suspicious/noExplicitAny: a JSON document
let document: any
let tokens: Record<string, string>
beforeAll(async () => {
  app = await testApp()
  document = (await app.visitor.get('/api/openapi.json')).body
  const { caregiver, family } = await makePaidRequest(app)
  await makeConversation(app, { caregiver, family })
  const admin = await makeUser(app, { role: 'admin' })
  tokens = { caregiver: caregiver.token, caretaker: family.token, admin: admin.token }
})
afterAll(() => app.close())

const ofType: Record<string, (schema: Schema) => fc.Arbitrary<unknown>> = {
  object: ({ properties = {}, required = [] }) =>
    fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, fromSchema(part)])),
      { requiredKeys: required },
    ),
  array: ({ items = {} }) => fc.array(fromSchema(items), { maxLength: 3 }),
  string: ({ pattern, maxLength = 50 }) =>
    pattern
      ? fc.stringMatching(new RegExp(pattern))
      : fc.string({ maxLength: Math.min(maxLength, 50), unit: 'binary' }),
  integer: ({ minimum = -10, maximum = 2 ** 31 - 1 }) =>
    fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31 - 1) }),
  number: ({ minimum = -10, maximum = 1e9 }) => fc.double({ min: minimum, max: maximum, noNaN: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
}

/** Values that a schema allows, and now and then another. */
function fromSchema(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fromSchema))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const types = [schema.type ?? 'string'].flat()
  const allowed = fc.oneof(...types.map((type) => ofType[type]?.(schema) ?? fc.constant(null)))
  return fc.oneof({ weight: 20, arbitrary: allowed }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) })
}

/** Random requests of an operation; some are its example with one random field. */
function toSamples({ parameters = [], requestBody }: Operation): fc.Arbitrary<Sample> {
  const values = Object.fromEntries(
    parameters.map(({ name, in: place, schema, example }) => [
      name,
      fc.oneof(place === 'path' ? fc.constantFrom('1', '2', '3') : fc.constant(example), fromSchema(schema)),
    ]),
  )
  const required = parameters.filter((one) => one.in === 'path' || one.required).map(({ name }) => name)
  const media = requestBody?.content['application/json']
  const body = media?.schema
    ? fc.oneof(
        fromSchema(media.schema),
        fc.constant(media.example),
        fromSchema(media.schema).map((random) => ({ ...(media.example as object), ...(random as object) })),
      )
    : fc.constant(undefined)
  return fc.record({ values: fc.record(values, { requiredKeys: required }), body })
}

async function send(method: string, path: string, operation: Operation, { values, body }: Sample) {
  const callers = getCallers({ method: method.toUpperCase(), path: path.replace(/\{(\w+)\}/g, ':$1') })
  const token = typeof callers === 'string' ? null : tokens[callers[0] as string]
  const query = new URLSearchParams()
  for (const { name } of (operation.parameters ?? []).filter((one) => one.in === 'query')) {
    if (name in values) query.set(name, String(values[name]).toWellFormed())
  }
  const url = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name]).toWellFormed()))
  const isUpload = operation.requestBody?.content['multipart/form-data'] !== undefined
  return app.app.inject({
    method: method.toUpperCase() as 'GET',
    url: `${url}?${query}`,
    payload: isUpload ? 'x' : body === undefined ? undefined : JSON.stringify(body),
    headers: {
      ...(isUpload && { 'content-type': 'multipart/form-data; boundary=b' }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
}

test('each answer has a documented status and the documented form, and none is a 5xx', async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const validateError = ajv.compile(document.components.schemas.Error)
  const problems = new Set<string>()
  const succeeded = new Set<string>()
  for (const [path, item] of Object.entries<Record<string, Operation>>(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const validators = new Map(
        Object.entries(operation.responses).map(([status, { $ref, content }]) => {
          const schema = content?.['application/json']?.schema
          return [status, $ref ? validateError : schema ? ajv.compile(schema) : () => true]
        }),
      )
      for (const sample of fc.sample(toSamples(operation), REQUESTS)) {
        const { statusCode, body } = await send(method, path, operation, sample)
        const name = `${method} ${path} ${statusCode}`
        if (statusCode < 300) succeeded.add(operation.operationId)
        const isValid = validators.get(String(statusCode))
        if (!isValid || statusCode >= 500) problems.add(`${name} ${body.slice(0, 100)}`)
        else if (body !== '' && /^[[{]/.test(body) && !isValid(JSON.parse(body)))
          problems.add(`${name}: another form`)
      }
    }
  }
  expect([...problems]).toEqual([])
  expect(succeeded.size).toBeGreaterThan(80)
})
