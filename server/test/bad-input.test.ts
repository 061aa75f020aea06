/** Odd input to every call: refused in the one wire form, nothing stored, never a 5xx (trust.md, "malformed"). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { badBodies, NO_BODIES, ODD_PARTS, type Schema, sampleOf } from './bad-values.ts'
import { contentsOf } from './contents.ts'
import { makeUser, PASSWORD, type TestUser } from './factories/accounts.ts'
import { dateIn, hours, openHours } from './factories/availability.ts'
import { makeRequest } from './factories/bookings.ts'
import { makeCaregiver, makeFamily } from './factories/profiles.ts'
import { callersOf, type Route, routesOf } from './routes.ts'

type Parameter = { in: 'path' | 'query'; name: string; required?: boolean; schema: Schema }
type Call = Route & { token: string | null; body: Schema | null; parameters: Parameter[] }

let app: TestApp
let calls: Call[]
/** Good values by field name, where the schema alone does not say enough. */
let known: Record<string, unknown>

beforeAll(async () => {
  app = await testApp()
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
    user_id: caregiver.id,
    email: 'somebody@example.test',
    password: PASSWORD,
    confirm_password: PASSWORD,
    current_password: PASSWORD,
    phone_number: '+1 212 555 0142',
    timezone: 'UTC',
    date,
    date_local: date,
    start: '09:00',
    end: '10:00',
    start_local: '09:00',
    end_local: '10:00',
    start_utc: `${dateIn(app, 20)}T09:00:00Z`,
    end_utc: `${dateIn(app, 20)}T10:00:00Z`,
  }
  calls = await callsOf({ caregiver, caretaker: family, admin })
  await app.drain()
})
afterAll(() => app.close())

/** Every route, by somebody who may call it, with what the API's document says that it takes. */
async function callsOf(people: Record<'caregiver' | 'caretaker' | 'admin', TestUser>): Promise<Call[]> {
  const { body: document } = await app.visitor.get('/api/openapi.json')
  return routesOf(app)
    .filter(({ method }) => method !== 'HEAD')
    .map((route) => {
      const callers = callersOf(route)
      const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
      return {
        ...route,
        token: typeof callers === 'string' ? null : people[callers[0] as keyof typeof people].token,
        body: operation?.requestBody?.content['application/json']?.schema ?? null,
        parameters: operation?.parameters ?? [],
      }
    })
}

/** A call's path with good values, but for those that are given as they go over the wire. */
function pathOf(call: Call, given: Record<string, string> = {}): string {
  const filled = call.path.replace(/:(\w+)/g, (_, name) => given[name] ?? String(known[name] ?? 'none'))
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
  // Not by fetch, which mends addresses and content types before they are sent.
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

/** What is wrong with an answer to bad input, or null. */
function problemOf(
  got: Got,
  wanted: { statuses?: readonly number[]; field?: string | undefined },
): string | null {
  const { status, type, text } = got
  if (status >= 500) return `answered ${status}`
  if (wanted.statuses && !wanted.statuses.includes(status)) return `answered ${status}`
  if (status < 400) return null
  if (!type.startsWith('application/json')) return `refused by ${type}`
  const { detail, code, request_id: id, ...rest } = JSON.parse(text)
  if (![detail, code, id].every((part) => typeof part === 'string' && part !== ''))
    return 'not in the wire form'
  const messages = Object.values(rest).flat()
  if (status === 400 && messages.some((message) => typeof message !== 'string')) return 'odd messages'
  if (wanted.field && !(wanted.field in rest)) return `does not name ${wanted.field}`
  return null
}

/** Sends all, some at a time. @returns what went wrong, in words */
async function sweep(all: readonly (Sent & Parameters<typeof problemOf>[1])[]): Promise<string[]> {
  const wrong: string[] = []
  const waiting = [...all]
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const got = await send(next)
      const problem = problemOf(got, next)
      const { call, path, label } = next
      if (problem)
        wrong.push(`${call.method} ${path.slice(0, 120)} ${label}: ${problem}: ${got.text.slice(0, 150)}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return wrong.sort()
}

const withBody = () => calls.filter((call) => call.body !== null)
const bodiesOf = (call: Call) => badBodies(call.body as Schema, sampleOf(call.body as Schema, known))
const JSON_TYPE = 'application/json'
const WIRE_FIELDS = new Set(['detail', 'code', 'request_id'])

test('the bodies that all others were made from are good ones', async () => {
  for (const [index, call] of withBody().entries()) {
    const email = `nobody-${index}@example.test`
    const content = JSON.stringify(sampleOf(call.body as Schema, { ...known, email }))
    const got = await send({ call, path: pathOf(call), label: '', content, type: JSON_TYPE })
    const fields = Object.keys(got.text === '' ? {} : JSON.parse(got.text))
    const complained = fields.filter((field) => got.status === 400 && field in (call.body?.properties ?? {}))
    expect([call.path, complained, got.status < 500]).toEqual([call.path, [], true])
  }
})

test('bodies that the schema refuses are answered with 400 and the field’s name, and nothing is stored', async () => {
  const before = await contentsOf(app)
  const all = withBody().flatMap((call) =>
    bodiesOf(call)
      .filter(({ isInvalid }) => isInvalid)
      .map(({ label, field, json }) => ({
        call,
        path: pathOf(call),
        label,
        content: json,
        type: JSON_TYPE,
        statuses: json.length > 256 * 1024 ? [413] : [400],
        // A body that is refused as a whole names no field, nor can one that the wire form itself has.
        field: /"(__proto__|constructor)":/.test(json) || WIRE_FIELDS.has(field) ? undefined : field,
      })),
  )
  expect(all.length).toBeGreaterThan(1_500)
  expect(await sweep(all)).toEqual([])
  expect(await contentsOf(app)).toEqual(before)
})

test('bodies that are none are refused by every call that changes something, and nothing is stored', async () => {
  const before = await contentsOf(app)
  const changing = calls.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/sandbox/'))
  expect(changing.length).toBeGreaterThan(20)
  const all = changing.flatMap((call) =>
    NO_BODIES.map(({ label, content, type }) => ({
      call,
      // What a call without a body ignores, it must not do either: there is nothing of this id.
      path: pathOf(call, call.body ? {} : { id: '999999999' }),
      label,
      content,
      type,
      statuses: [400, 404, 413, 415],
    })),
  )
  expect(await sweep(all)).toEqual([])
  expect(await contentsOf(app)).toEqual(before)
})

test('odd ids in paths name nothing', async () => {
  const before = await contentsOf(app)
  const all = calls
    .filter(({ path }) => path.includes(':') && !path.startsWith('/sandbox/'))
    .flatMap((call) =>
      ODD_PARTS.map((part) => ({
        call,
        path: pathOf(call, { id: part }),
        label: '',
        content: call.body ? JSON.stringify(sampleOf(call.body, known)) : undefined,
        type: call.body ? JSON_TYPE : undefined,
        // An address that can't be decoded, or is too long, is no address.
        statuses: [400, 404, 414],
      })),
    )
  expect(all.length).toBeGreaterThan(300)
  expect(await sweep(all)).toEqual([])
  expect(await contentsOf(app)).toEqual(before)
})

test('odd queries are refused or harmless, and nothing is stored', async () => {
  const before = await contentsOf(app)
  const parameters = calls.flatMap((call) =>
    call.parameters.filter((one) => one.in === 'query').map((one) => ({ call, one })),
  )
  expect(parameters.length).toBeGreaterThan(30)
  const odd = parameters.flatMap(({ call, one }) =>
    [...ODD_PARTS, '', '2026-02-30', 'Mars/Base', ','.repeat(500)].map((part) => {
      const isRefused = refusedText(one.schema, part)
      return {
        call,
        path: pathOf(call, { [one.name]: part }),
        label: one.name,
        statuses: isRefused ? [400] : [200, 400, 404],
        field: isRefused ? one.name : undefined,
      }
    }),
  )
  const repeated = parameters.map(({ call, one }) => {
    const path = pathOf(call, { [one.name]: encodeURIComponent(sampleParameter(one)) })
    return { call, path: `${path}&${one.name}=1`, label: 'twice', statuses: [400], field: one.name }
  })
  const unknown = [...new Set(parameters.map(({ call }) => call))]
    .filter(({ path }) => !path.startsWith('/avatars/'))
    .flatMap((call) =>
      ['unknown=1', '__proto__=1', 'constructor=1', '__proto__[a]=1', '%00=1', '=', '&&&', '%ff=%fe'].map(
        (query) => {
          const path = pathOf(call)
          const isNothing = query === '&&&' || query === '='
          const statuses = isNothing ? [200, 400] : [400]
          return {
            call,
            path: `${path}${path.includes('?') ? '&' : '?'}${query}`,
            label: 'unknown',
            statuses,
          }
        },
      ),
    )
  expect(await sweep([...odd, ...repeated, ...unknown])).toEqual([])
  expect(await contentsOf(app)).toEqual(before)
})

/** Whether a query's text, as it goes over the wire, is none that the schema takes. */
function refusedText(schema: Schema, part: string): boolean {
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

test('what the schema alone lets pass is never more than the code can bear', async () => {
  const all = withBody().flatMap((call) =>
    bodiesOf(call)
      .filter(({ isInvalid }) => !isInvalid)
      .map(({ label, json }) => ({ call, path: pathOf(call), label, content: json, type: JSON_TYPE })),
  )
  expect(all.length).toBeGreaterThan(300)
  expect(await sweep(all)).toEqual([])
  await app.drain()
  const { rows } = await app.deps.database.execute(
    'SELECT 1 FROM graphile_worker._private_jobs WHERE attempts > 0',
  )
  expect(rows).toEqual([])
})
