/**
 * Every operation called with odd input: an ordinary error names the wrong field, nothing is stored, and
 * nothing causes a 5xx.
 * @see docs/rules/README.md#wire-conventions
 */
import { randomUUID } from 'node:crypto'
import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import type { LocalDate } from '@tendwell/contract/time'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRuns, fc } from '../../contract/test/random.ts'
import type { AccessRole } from '../src/platform/http/access.ts'
import { type TestApp, testApp } from './app.ts'
import { INVALID_BODIES, makeBadBodies, makeSample, ODD_PARTS, type Schema, toRandom } from './bad-values.ts'
import { type CalendarServer, startCalendarServer } from './calendar-server.ts'
import { makeUser, PASSWORD, type TestUser } from './factories/accounts.ts'
import { dateIn, hours, openHours } from './factories/availability.ts'
import { makePaidRequest, makeRequest } from './factories/bookings.ts'
import { makeConversation } from './factories/chat.ts'
import { toCalendar } from './factories/outside-calendars.ts'
import { makeCaregiver, makeFamily } from './factories/profiles.ts'
import { getCallers, getRouteName, listRoutes, type Route } from './routes.ts'
import { digestTables } from './table-digests.ts'

type Parameter = { in: 'path' | 'query'; name: string; required?: boolean; schema: Schema; example?: unknown }
/** What the description says about an operation. */
type Described = {
  parameters: Parameter[]
  body: Schema | undefined
  example: unknown
  isUpload: boolean
  /** Tells whether an answer has the form of its status; other statuses are not documented. */
  answers: Map<string, (body: unknown) => boolean>
}
type Answered = { $ref?: string; content?: Record<string, { schema?: Schema }> }
type Call = Route & {
  token: string | null
  /** Null for a route that the description leaves out. */
  described: Described | null
  /** The schema of bodies that are accepted as a whole. */
  body: Schema | null
}

/** What to send, and which answers are right. */
type Input = {
  call: Call
  path: string
  label: string
  content?: string | undefined
  type?: string | undefined
  statuses?: readonly number[]
  field?: string | undefined
}

let app: TestApp
let calendars: CalendarServer
let calls: Call[]
/** Valid values by field name, for fields whose schema is not enough to make one. */
let known: Record<string, unknown>

beforeAll(async () => {
  calendars = await startCalendarServer()
  app = await testApp({ LOOPBACK_CALENDARS_CA: calendars.authority })
  const caregiver = await makeCaregiver(app)
  const family = await makeFamily(app)
  const admin = await makeUser(app, { role: 'admin' })
  const [date, bookedDate] = [dateIn(app, 7), dateIn(app, 8)]
  // The second one has the id of the request, which the sample bodies change.
  for (const day of [bookedDate, date]) await openHours(caregiver, day, [hours('09:00', '17:00')])
  const windows = (day: LocalDate) => [{ date: day, start: '15:00', end: '16:00' }]
  await makePaidRequest(app, { caregiver, family, windows: windows(bookedDate) })
  const request = await makeRequest(app, { caregiver, family, windows: windows(date) })
  await makeConversation(app, { caregiver, family })
  known = {
    id: request.id,
    request_id: request.id,
    booking_request: request.id,
    caregiver: caregiver.id,
    caregiver_id: caregiver.id,
    caretaker_id: family.id,
    question_id: 1,
    user_id: caregiver.id,
    // The sample's hours end on the day on which they begin.
    ends_next_day: false,
    email: 'somebody@example.test',
    address: calendars.answer('/calendar.ics', toCalendar([])),
    password: PASSWORD,
    confirm_password: PASSWORD,
    current_password: PASSWORD,
    app_code: '123456',
    change_id: randomUUID(),
    file_id: randomUUID(),
    phone_number: '+1 212 555 0142',
    phone: '+1 212 555 0142',
    video_url: 'https://video.example.test/me',
    timezone: 'UTC',
    terms_version: TERMS_VERSION,
    privacy_version: PRIVACY_VERSION,
    format: 'zip',
    date,
    date_local: date,
    date_from: date,
    date_to: date,
    booking_ids: 1,
    subject: `user:${family.id}`,
    reason: 'other',
    start: '09:00',
    end: '10:00',
    start_local: '09:00',
    end_local: '10:00',
    opened_at: `${date}T09:00:00Z`,
    start_utc: `${dateIn(app, 20)}T09:00:00Z`,
    end_utc: `${dateIn(app, 20)}T10:00:00Z`,
    near: 'home',
    except: '999999999',
    min_rate: '20',
    max_rate: '30',
    min_rating: '4',
    available_on: date,
    page: '1',
    page_size: '12',
  }
  calls = await listCalls({ caregiver, caretaker: family, support: admin, finance: admin, admin })
  await app.drain()
})
afterAll(async () => {
  await app.close()
  await calendars.close()
})

/** Lists every route with the token of a permitted caller and what the OpenAPI document says about it. */
async function listCalls(people: Record<AccessRole, TestUser>): Promise<Call[]> {
  const { body: document } = await app.visitor.get('/api/openapi.json')
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const error = ajv.compile(document.components.schemas.Error)
  return listRoutes(app)
    .filter(({ method }) => method !== 'HEAD')
    .map((route) => {
      const callers = getCallers(route)
      const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
      const described = operation ? describe(operation, ajv, error) : null
      return {
        ...route,
        token: typeof callers === 'string' ? null : people[callers[0] as AccessRole].token,
        described,
        body: described?.body ? withoutOthers(route.path, described.body) : null,
      }
    })
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
function describe({ parameters = [], requestBody, responses }: any, ajv: Ajv2020, error: ValidateFunction) {
  const content = requestBody?.content ?? {}
  const answers = Object.entries<Answered>(responses).map(([status, { $ref, content }]) => {
    const schema = content?.['application/json']?.schema
    return [status, $ref ? error : schema ? ajv.compile(schema) : () => true] as const
  })
  return {
    parameters,
    body: content[JSON_TYPE]?.schema,
    example: content[JSON_TYPE]?.example,
    isUpload: 'multipart/form-data' in content,
    answers: new Map(answers),
  }
}

/** Two operations take one proof, not all of them, and only a report of a booking says what is wrong. */
function withoutOthers(path: string, body: Schema): Schema {
  const refused: Record<string, string[]> = {
    '/api/auth/reauthenticate': ['credential', 'passkey', 'app_code', 'recovery_code'],
    '/api/auth/login/second-step': ['passkey', 'recovery_code'],
    '/api/reports': ['concern'],
  }
  const names = refused[path]
  if (!names) return body
  const fields = Object.entries(body.properties ?? {}).filter(([name]) => !names.includes(name))
  return { ...body, properties: Object.fromEntries(fields) }
}

/** Path parameters that are called like fields of bodies with other values. */
const IN_PATHS: Record<string, string> = { kind: 'certificate' }

/** @param given raw path and query values; the others get valid values */
function toPath({ path, described }: Call, given: Record<string, string> = {}): string {
  const filled = path.replace(
    /:(\w+)/g,
    (_, name) => given[name] ?? String(known[name] ?? IN_PATHS[name] ?? 'none'),
  )
  const query = (described?.parameters ?? [])
    .filter((one) => one.in === 'query' && (one.required || one.name in given))
    .map((one) => `${one.name}=${given[one.name] ?? encodeURIComponent(sampleParameter(one))}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

function sampleParameter({ name, schema }: Parameter): string {
  if (name in known && (!schema.enum || schema.enum.includes(known[name]))) return String(known[name])
  return schema.enum ? String(schema.enum[0]) : name === 'year' ? '2030' : '1'
}

function send({ call, path, content, type }: Input) {
  // fetch would normalize URLs and content types.
  return app.app.inject({
    method: call.method as 'GET',
    url: path,
    payload: content,
    headers: {
      ...(type !== undefined && { 'content-type': type }),
      ...(call.token && { authorization: `Bearer ${call.token}` }),
    },
  })
}

/** @returns what is wrong with an answer, or null */
function findProblem({ call, statuses, field }: Input, status: number, type: string, text: string) {
  if (status >= 500 || (statuses && !statuses.includes(status))) return `answered ${status}`
  const json = /^[[{]/.test(text) ? JSON.parse(text) : null
  const hasForm = call.described?.answers.get(String(status))
  if (call.described && !hasForm && !statuses) return `answered ${status}, which is not documented`
  if (hasForm && json && !hasForm(json)) return `answered ${status} in another form`
  if (status < 400) return null
  if (!type.startsWith(JSON_TYPE)) return `rejected as ${type}`
  const { detail, code, request_id: id, ...rest } = json
  if (![detail, code, id].every((part) => typeof part === 'string' && part !== ''))
    return 'not in the wire form'
  const messages = Object.values(rest).flat()
  if (LIBRARY_WORDS.test([detail, ...messages].join('\n'))) return 'speaks as a library does'
  if (status === 400 && messages.some((message) => typeof message !== 'string')) return 'odd messages'
  return field && !(field in rest) ? `does not name ${field}` : null
}

/**
 * Sends all inputs, several at a time.
 * @returns a line for each wrong answer, and the operations that succeeded
 */
async function sendAll(inputs: readonly Input[], workers = 8) {
  const wrong: string[] = []
  const succeeded = new Set<string>()
  const waiting = [...inputs]
  const work = async () => {
    for (let input = waiting.pop(); input; input = waiting.pop()) {
      const { statusCode, headers, body } = await send(input)
      const problem = findProblem(input, statusCode, String(headers['content-type'] ?? ''), body)
      const { call, path, label } = input
      if (statusCode < 300) succeeded.add(getRouteName(call))
      if (problem)
        wrong.push(`${call.method} ${path.slice(0, 120)} ${label}: ${problem}: ${body.slice(0, 150)}`)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return { wrong: wrong.sort(), succeeded }
}

const JSON_TYPE = 'application/json'
/** How a schema speaks that has no words of its own. */
const LIBRARY_WORDS = /^(Invalid (input|option|string|type|key)|Too (small|big)|Unrecognized|.*\breceived\b)/m
/** Parameters that may be repeated. */
const LISTS = new Set(['skills', 'languages'])
const WIRE_FIELDS = new Set(['detail', 'code', 'request_id'])

const listCallsWithBody = () => calls.filter(({ body }) => body !== null)
const listBadBodies = ({ body }: Call) => makeBadBodies(body as Schema, makeSample(body as Schema, known))

function listInvalidBodies(): Input[] {
  return listCallsWithBody().flatMap((call) =>
    listBadBodies(call)
      .filter(({ isInvalid }) => isInvalid)
      .map(({ label, field, json }) => ({
        call,
        path: toPath(call),
        label,
        content: json,
        type: JSON_TYPE,
        statuses: json.length > 256 * 1024 ? [413] : [400],
        // A body rejected as a whole names no field, and neither does a field with the name of one in every
        // error.
        field: /"(__proto__|constructor)":/.test(json) || WIRE_FIELDS.has(field) ? undefined : field,
      })),
  )
}

function listMalformedBodies(): Input[] {
  // Without a body and an id, a call takes effect whatever is sent, and so does one that removes a favorite.
  const changing = calls.filter(
    ({ method, path, body }) =>
      method !== 'GET' &&
      !path.startsWith('/sandbox/') &&
      (body !== null || (path.includes(':') && path !== '/api/favorites/:id')),
  )
  return changing.flatMap((call) =>
    INVALID_BODIES.map(({ label, content, type }) => ({
      call,
      // A route without a body ignores it, so it gets an id that does not exist.
      path: toPath(call, call.body ? {} : { id: '999999999' }),
      label,
      content,
      type,
      statuses: [400, 404, 413, 415],
    })),
  )
}

function listOddIds(): Input[] {
  const identified = calls.filter(({ path }) => path.includes(':') && !path.startsWith('/sandbox/'))
  return identified.flatMap((call) =>
    ODD_PARTS.map((part) => ({
      call,
      path: toPath(call, { id: part }),
      label: '',
      content: call.body ? JSON.stringify(makeSample(call.body, known)) : undefined,
      type: call.body ? JSON_TYPE : undefined,
      // 400 and 414 are for paths that cannot be decoded or are too long.
      statuses: [400, 404, 414],
    })),
  )
}

function listOddQueries(): Input[] {
  const odd = [...ODD_PARTS, '', '2026-02-30', 'Mars/Base', ','.repeat(500)]
  const unknown = ['unknown=1', '__proto__=1', 'constructor=1', '__proto__[a]=1', '%00=1', '%ff=%fe']
  return calls.flatMap((call) => {
    const parameters = (call.described?.parameters ?? []).filter((one) => one.in === 'query')
    if (parameters.length === 0) return []
    const values = parameters.flatMap((one) =>
      odd.map((part) => {
        const isRefused = isRejectedText(one.schema, part)
        return {
          call,
          path: toPath(call, { [one.name]: part }),
          label: one.name,
          statuses: isRefused ? [400] : [200, 400, 404, 409],
          field: isRefused ? one.name : undefined,
        }
      }),
    )
    const repeated = parameters.map((one) => {
      const path = toPath(call, { [one.name]: encodeURIComponent(sampleParameter(one)) })
      const isList = LISTS.has(one.name)
      return {
        call,
        path: `${path}&${one.name}=1`,
        label: 'twice',
        statuses: isList ? [200, 400] : [400],
        field: isList ? undefined : one.name,
      }
    })
    const path = toPath(call)
    const start = path.includes('?') ? '&' : '?'
    const others = [
      ...unknown.map((query) => ({ query, statuses: [400] })),
      // The id in the path may not exist.
      ...['=', '&&&'].map((query) => ({ query, statuses: [200, 400, 404, 409] })),
    ].map(({ query, statuses }) => ({ call, path: path + start + query, label: 'unknown', statuses }))
    return [...values, ...repeated, ...(call.path.startsWith('/avatars/') ? [] : others)]
  })
}

/** @param part the raw query value */
function isRejectedText(schema: Schema, part: string): boolean {
  let text = ''
  try {
    text = decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return false
  }
  // An empty parameter counts as absent.
  if (text === '') return false
  if (schema.enum) return !schema.enum.includes(text)
  if (schema.pattern) return !new RegExp(schema.pattern).test(text)
  return text.length > (schema.maxLength ?? Number.POSITIVE_INFINITY) || text.includes('\0')
}

function listOddAllowedBodies(): Input[] {
  return listCallsWithBody().flatMap((call) =>
    listBadBodies(call)
      .filter(({ isInvalid }) => !isInvalid)
      .map(({ label, json }) => ({ call, path: toPath(call), label, content: json, type: JSON_TYPE })),
  )
}

/**
 * Each operation's example, and requests made from the description at random; some are the example with
 * random fields.
 */
function listRandomRequests(): Input[] {
  return calls.flatMap((call) => {
    if (!call.described) return []
    const { parameters, body, example, isUpload } = call.described
    const isNeeded = ({ in: place, required }: Parameter) => place === 'path' || required
    const values = Object.fromEntries(
      parameters.map(({ in: place, name, schema, example }) => [
        name,
        fc.oneof(place === 'path' ? fc.constantFrom('1', '2', '3') : fc.constant(example), toRandom(schema)),
      ]),
    )
    const requiredKeys = parameters.filter(isNeeded).map(({ name }) => name)
    const request = fc.record({
      values: fc.record(values, { requiredKeys }) as fc.Arbitrary<Record<string, unknown>>,
      body: body
        ? fc.oneof(
            toRandom(body),
            fc.constant(example),
            toRandom(body).map((random) => ({ ...(example as object), ...(random as object) })),
          )
        : fc.constant(undefined),
    })
    const plain = parameters
      .filter(isNeeded)
      .map(({ in: place, name, example }) => [name, place === 'path' ? '1' : example])
    const requests = [
      ...fc.sample(request, countRuns(75)),
      { values: Object.fromEntries(plain), body: example },
    ]
    return requests.map(({ values, body }) => ({
      call,
      path: fillPath(call, values),
      label: 'random',
      content: isUpload ? 'x' : JSON.stringify(body),
      type: isUpload ? 'multipart/form-data; boundary=b' : body === undefined ? undefined : JSON_TYPE,
    }))
  })
}

/** @param values of parameters in the path and the query, not yet encoded */
function fillPath({ path, described }: Call, values: Record<string, unknown>): string {
  const toText = (name: string) => String(values[name]).toWellFormed()
  const query = new URLSearchParams()
  for (const { in: place, name } of described?.parameters ?? []) {
    if (place === 'query' && name in values) query.set(name, toText(name))
  }
  return `${path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(toText(name)))}?${query}`
}

/** @returns as many of the inputs as a run takes, spread evenly */
function take(inputs: readonly Input[]): Input[] {
  const count = Math.min(countRuns(inputs.length), inputs.length)
  return Array.from(
    { length: count },
    (_, index) => inputs[Math.floor((index * inputs.length) / count)] as Input,
  )
}

/**
 * Fields of which a sample can't be right, by path: closing takes the caller's own email only, nobody knows a mailed code
 * or token, and reasons to reject are a list of their own. Elsewhere these are bookings, which a request that isn't paid
 * doesn't have.
 */
const UNKNOWN_FIELDS: Record<string, string[]> = {
  '/api/account/close': ['email'],
  '/api/auth/phone/verify': ['phone_code'],
  '/api/auth/verify-email/code': ['email_code'],
  '/api/references/answer': ['token'],
  '/api/references/delete': ['token'],
  '/api/requests/meetings/:id': ['reason', 'video_link'],
  '/api/requests/:id/status': ['reason'],
}

test('accepts the sample bodies that the odd ones are made from', async () => {
  for (const [index, call] of listCallsWithBody().entries()) {
    const email = `nobody-${index}@example.test`
    const content = JSON.stringify(makeSample(call.body as Schema, { ...known, email }))
    const { statusCode, body } = await send({ call, path: toPath(call), label: '', content, type: JSON_TYPE })
    const fields = Object.keys(body === '' ? {} : JSON.parse(body))
    const unknown = UNKNOWN_FIELDS[call.path] ?? ['booking_ids']
    const sampled = Object.keys(call.body?.properties ?? {}).filter((field) => !unknown.includes(field))
    const complained = fields.filter((field) => statusCode === 400 && sampled.includes(field))
    expect([call.path, complained, statusCode < 500]).toEqual([call.path, [], true])
  }
})

test.each([
  ['invalid bodies with a 400 that names the field', listInvalidBodies, 1_500],
  ['malformed bodies', listMalformedBodies, 400],
  ['odd ids in paths', listOddIds, 300],
  ['or ignores odd query values', listOddQueries, 1_000],
] as const)('refuses %s, and stores nothing', async (_title, list, atLeast) => {
  const before = await digestTables(app)
  const inputs = list()
  expect(inputs.length).toBeGreaterThan(atLeast)
  expect((await sendAll(take(inputs))).wrong).toEqual([])
  expect(await digestTables(app)).toEqual(before)
})

test('answers odd values that the description allows as documented, without a 5xx or a failed job', async () => {
  const odd = listOddAllowedBodies()
  expect(odd.length).toBeGreaterThan(300)
  expect((await sendAll(take(odd))).wrong).toEqual([])
  await app.drain()
  const { rows } = await app.deps.database.execute(
    'SELECT 1 FROM graphile_worker._private_jobs WHERE attempts > 0',
  )
  expect(rows).toEqual([])
})

test('answers random requests as documented', async () => {
  const { wrong, succeeded } = await sendAll(listRandomRequests(), 1)
  expect(wrong).toEqual([])
  expect(succeeded.size).toBeGreaterThan(80)
})
