/** Bad input to every route gets an ordinary error, stores nothing and never causes a 5xx. @see docs/rules/README.md#wire-conventions */
import { randomUUID } from 'node:crypto'
import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccessRole } from '../src/platform/access.ts'
import { type TestApp, testApp } from './app.ts'
import { INVALID_BODIES, makeBadBodies, makeSample, ODD_PARTS, type Schema } from './bad-values.ts'
import { type CalendarServer, startCalendarServer } from './calendar-server.ts'
import { makeUser, PASSWORD, type TestUser } from './factories/accounts.ts'
import { dateIn, hours, openHours } from './factories/availability.ts'
import { makeRequest } from './factories/bookings.ts'
import { toCalendar } from './factories/outside-calendars.ts'
import { makeCaregiver, makeFamily } from './factories/profiles.ts'
import { getCallers, listRoutes, type Route } from './routes.ts'
import { digestTables } from './table-digests.ts'

type Parameter = { in: 'path' | 'query'; name: string; required?: boolean; schema: Schema }
type Call = Route & { token: string | null; body: Schema | null; parameters: Parameter[] }

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
  const date = dateIn(app, 7)
  await openHours(caregiver, date, [hours('09:00', '17:00')])
  const request = await makeRequest(app, {
    caregiver,
    family,
    windows: [{ date, start: '15:00', end: '16:00' }],
  })
  known = {
    id: request.id,
    request_id: request.id,
    booking_request: request.id,
    caregiver: caregiver.id,
    caregiver_id: caregiver.id,
    caretaker_id: family.id,
    question_id: 1,
    user_id: caregiver.id,
    email: 'somebody@example.test',
    address: calendars.answer('/calendar.ics', toCalendar([])),
    password: PASSWORD,
    confirm_password: PASSWORD,
    current_password: PASSWORD,
    app_code: '123456',
    change_id: randomUUID(),
    file_id: randomUUID(),
    phone_number: '+1 212 555 0142',
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
    start_utc: `${dateIn(app, 20)}T09:00:00Z`,
    end_utc: `${dateIn(app, 20)}T10:00:00Z`,
  }
  calls = await listCalls({ caregiver, caretaker: family, support: admin, finance: admin, admin })
  await app.drain()
})
afterAll(async () => {
  await app.close()
  await calendars.close()
})

/** Lists every route with the token of a permitted caller and its schemas from the OpenAPI document. */
async function listCalls(people: Record<AccessRole, TestUser>): Promise<Call[]> {
  const { body: document } = await app.visitor.get('/api/openapi.json')
  // Both take one proof, not all of them.
  const listProofs = (path: string) =>
    document.paths[path].post.requestBody.content['application/json'].schema.properties
  const confirmation = listProofs('/api/auth/reauthenticate')
  const secondStep = listProofs('/api/auth/login/second-step')
  for (const proof of ['credential', 'passkey', 'app_code', 'recovery_code']) delete confirmation[proof]
  for (const proof of ['passkey', 'recovery_code']) delete secondStep[proof]
  return listRoutes(app)
    .filter(({ method }) => method !== 'HEAD')
    .map((route) => {
      const callers = getCallers(route)
      const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
      return {
        ...route,
        token: typeof callers === 'string' ? null : people[callers[0] as AccessRole].token,
        body: operation?.requestBody?.content['application/json']?.schema ?? null,
        parameters: operation?.parameters ?? [],
      }
    })
}

/** Path parameters that are called like fields of bodies with other values. */
const IN_PATHS: Record<string, string> = { kind: 'certificate' }

/** @param given raw path and query values; the others get valid values */
function toPath(call: Call, given: Record<string, string> = {}): string {
  const filled = call.path.replace(
    /:(\w+)/g,
    (_, name) => given[name] ?? String(known[name] ?? IN_PATHS[name] ?? 'none'),
  )
  const query = call.parameters
    .filter((one) => one.in === 'query' && (one.required || one.name in given))
    .map((one) => `${one.name}=${given[one.name] ?? encodeURIComponent(sampleParameter(one))}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

function sampleParameter({ name, schema }: Parameter): string {
  if (name in known) return String(known[name])
  return schema.enum ? String(schema.enum[0]) : name === 'year' ? '2030' : '1'
}

type Sent = { call: Call; path: string; label: string; content?: string; type?: string | undefined }
type Got = { status: number; type: string; text: string }

async function send({ call, path, content, type }: Sent): Promise<Got> {
  // fetch would normalize URLs and content types.
  const answer = await app.app.inject({
    method: call.method as 'GET',
    url: path,
    payload: content,
    headers: {
      ...(type !== undefined && { 'content-type': type }),
      ...(call.token && { authorization: `Bearer ${call.token}` }),
    },
  })
  return { status: answer.statusCode, type: String(answer.headers['content-type'] ?? ''), text: answer.body }
}

/** @returns what is wrong with an answer to bad input, or null */
function findProblem(
  got: Got,
  wanted: { statuses?: readonly number[]; field?: string | undefined },
): string | null {
  const { status, type, text } = got
  if (status >= 500) return `answered ${status}`
  if (wanted.statuses && !wanted.statuses.includes(status)) return `answered ${status}`
  if (status < 400) return null
  if (!type.startsWith('application/json')) return `rejected as ${type}`
  const { detail, code, request_id: id, ...rest } = JSON.parse(text)
  if (![detail, code, id].every((part) => typeof part === 'string' && part !== ''))
    return 'not in the wire form'
  const messages = Object.values(rest).flat()
  if (status === 400 && messages.some((message) => typeof message !== 'string')) return 'odd messages'
  if (wanted.field && !(wanted.field in rest)) return `does not name ${wanted.field}`
  return null
}

/** Sends all, eight at a time. @returns a line for each wrong answer */
async function sendAll(all: readonly (Sent & Parameters<typeof findProblem>[1])[]): Promise<string[]> {
  const wrong: string[] = []
  const waiting = [...all]
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const got = await send(next)
      const problem = findProblem(got, next)
      const { call, path, label } = next
      if (problem)
        wrong.push(`${call.method} ${path.slice(0, 120)} ${label}: ${problem}: ${got.text.slice(0, 150)}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return wrong.sort()
}

const listCallsWithBody = () => calls.filter((call) => call.body !== null)
const listBadBodies = (call: Call) =>
  makeBadBodies(call.body as Schema, makeSample(call.body as Schema, known))
const JSON_TYPE = 'application/json'
const WIRE_FIELDS = new Set(['detail', 'code', 'request_id'])

test('accepts the sample bodies that the bad ones are made from', async () => {
  for (const [index, call] of listCallsWithBody().entries()) {
    const email = `nobody-${index}@example.test`
    const content = JSON.stringify(makeSample(call.body as Schema, { ...known, email }))
    const got = await send({ call, path: toPath(call), label: '', content, type: JSON_TYPE })
    const fields = Object.keys(got.text === '' ? {} : JSON.parse(got.text))
    // The request isn't paid, so it has no bookings to name. Closing takes the caller's own email only.
    const unknown = call.path === '/api/account/close' ? 'email' : 'booking_ids'
    const sampled = Object.keys(call.body?.properties ?? {}).filter((field) => field !== unknown)
    const complained = fields.filter((field) => got.status === 400 && sampled.includes(field))
    expect([call.path, complained, got.status < 500]).toEqual([call.path, [], true])
  }
})

test('rejects invalid bodies with a 400 that names the field, and stores nothing', async () => {
  const before = await digestTables(app)
  const all = listCallsWithBody().flatMap((call) =>
    listBadBodies(call)
      .filter(({ isInvalid }) => isInvalid)
      .map(({ label, field, json }) => ({
        call,
        path: toPath(call),
        label,
        content: json,
        type: JSON_TYPE,
        statuses: json.length > 256 * 1024 ? [413] : [400],
        // A body rejected as a whole names no field, and neither does a field with the name of one in every error.
        field: /"(__proto__|constructor)":/.test(json) || WIRE_FIELDS.has(field) ? undefined : field,
      })),
  )
  expect(all.length).toBeGreaterThan(1_500)
  expect(await sendAll(all)).toEqual([])
  expect(await digestTables(app)).toEqual(before)
})

test('rejects malformed bodies on every route that writes, and stores nothing', async () => {
  const before = await digestTables(app)
  // Without a body and an id, a call takes effect whatever is sent, and so does one that removes a favorite.
  const changing = calls.filter(
    ({ method, path, body }) =>
      method !== 'GET' &&
      !path.startsWith('/sandbox/') &&
      (body !== null || (path.includes(':') && path !== '/api/favorites/:id')),
  )
  expect(changing.length).toBeGreaterThan(20)
  const all = changing.flatMap((call) =>
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
  expect(await sendAll(all)).toEqual([])
  expect(await digestTables(app)).toEqual(before)
})

test('finds nothing for odd ids in paths', async () => {
  const before = await digestTables(app)
  const all = calls
    .filter(({ path }) => path.includes(':') && !path.startsWith('/sandbox/'))
    .flatMap((call) =>
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
  expect(all.length).toBeGreaterThan(300)
  expect(await sendAll(all)).toEqual([])
  expect(await digestTables(app)).toEqual(before)
})

test('rejects or ignores odd query values, and stores nothing', async () => {
  const before = await digestTables(app)
  const parameters = calls.flatMap((call) =>
    call.parameters.filter((one) => one.in === 'query').map((one) => ({ call, one })),
  )
  expect(parameters.length).toBeGreaterThan(30)
  const odd = parameters.flatMap(({ call, one }) =>
    [...ODD_PARTS, '', '2026-02-30', 'Mars/Base', ','.repeat(500)].map((part) => {
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
  const repeated = parameters.map(({ call, one }) => {
    const path = toPath(call, { [one.name]: encodeURIComponent(sampleParameter(one)) })
    return { call, path: `${path}&${one.name}=1`, label: 'twice', statuses: [400], field: one.name }
  })
  const unknown = [...new Set(parameters.map(({ call }) => call))]
    .filter(({ path }) => !path.startsWith('/avatars/'))
    .flatMap((call) =>
      ['unknown=1', '__proto__=1', 'constructor=1', '__proto__[a]=1', '%00=1', '=', '&&&', '%ff=%fe'].map(
        (query) => {
          const path = toPath(call)
          const isNothing = query === '&&&' || query === '='
          // The id in the path may not exist.
          const statuses = isNothing ? [200, 400, 404, 409] : [400]
          return {
            call,
            path: `${path}${path.includes('?') ? '&' : '?'}${query}`,
            label: 'unknown',
            statuses,
          }
        },
      ),
    )
  expect(await sendAll([...odd, ...repeated, ...unknown])).toEqual([])
  expect(await digestTables(app)).toEqual(before)
})

/** @param part the raw query value */
function isRejectedText(schema: Schema, part: string): boolean {
  let text = ''
  try {
    text = decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return false
  }
  if (schema.enum) return !schema.enum.includes(text)
  if (schema.pattern) return !new RegExp(schema.pattern).test(text)
  return text.length > (schema.maxLength ?? Number.POSITIVE_INFINITY) || text.includes('\0')
}

test('handles odd values that the schema accepts without a 5xx or a failed job', async () => {
  const all = listCallsWithBody().flatMap((call) =>
    listBadBodies(call)
      .filter(({ isInvalid }) => !isInvalid)
      .map(({ label, json }) => ({ call, path: toPath(call), label, content: json, type: JSON_TYPE })),
  )
  expect(all.length).toBeGreaterThan(300)
  expect(await sendAll(all)).toEqual([])
  await app.drain()
  const { rows } = await app.deps.database.execute(
    'SELECT 1 FROM graphile_worker._private_jobs WHERE attempts > 0',
  )
  expect(rows).toEqual([])
})
