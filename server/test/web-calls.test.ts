/** The web app's calls are operations of the server, and it reads what they answer. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'

type Schema = { safeParse: (value: unknown) => { error?: Error; data?: unknown } }
type Sent = { url: string; method?: string; params?: object; body?: object }
/** The parts of an RTK Query endpoint that say what it sends and how it reads the answer. */
type Endpoint = {
  query?: (argument: unknown) => string | Sent
  rawResponseSchema?: Schema
  transformResponse?: (answer: unknown) => unknown
  responseSchema?: Schema
}
type Content = Record<string, { schema?: { properties?: object }; example?: unknown }>
type Operation = {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

/** Its methods and fields are itself, and in a path it is 1. */
const anything: unknown = new Proxy(() => {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '1' : anything),
})

/** An argument for each value of a field. */
const withEach = (field: string, ...values: unknown[]) =>
  values.map((value) => ({ requestId: 1, otherId: 1, id: 1, [field]: value }))

/** Arguments for endpoints that need a real one, or whose path or method depends on it. */
const ARGUMENTS: Record<string, unknown[]> = {
  booking: withEach('side', 'caregiver', 'caretaker'),
  partner: withEach('role', 'caregiver', 'caretaker'),
  conversationWith: withEach('role', 'caregiver', 'caretaker'),
  moveSlots: [{ requestId: 1, bookingIds: [1], month: '2027-03', timezone: 'America/New_York' }],
  setFavorite: withEach('isFavorite', true, false),
  saveOverride: withEach('id', 1, null),
  uploadPhoto: withEach('role', 'caregiver', 'caretaker'),
  renameFactor: withEach('factor', 'app', 'passkeys/1'),
  removeFactor: ['app', 'passkeys/1'],
  decideDispute: withEach('decision', { action: 'escalate' }, { action: 'reject' }, { action: 'close' }),
  actOnJob: withEach('action', 'retry', 'drop'),
  actOnMoney: [
    ...['payments/1/retry', 'refunds/1/retry', 'payouts/1/retry'],
    ...['payouts/1/cancel', 'people/1/allow-payments'],
  ],
  exportList: withEach(
    'list',
    ...['users', 'caregivers/verification', 'caregivers/changes', 'caregivers/background-checks'],
    ...['requests', 'disputes', 'reports', 'payments', 'refunds', 'payouts', 'audit', 'staff'],
    ...['staff/invitations', 'staff/changes', 'two-step-recoveries', 'reconciliation', 'erasures', 'jobs'],
    ...['reconciliation/differences', 'chargebacks', 'bank-reviews', 'waiting-refunds'],
  ),
}

/** Endpoints that make several calls. Component tests and browser tests make them. */
const OTHERS = ['markAllRead', 'setVerifications']

let app: TestApp
let operations: [call: string, Operation][]
const endpoints: Record<string, Endpoint> = {}

beforeAll(async () => {
  app = await testApp()
  const { paths } = (await app.visitor.get('/api/openapi.json')).body
  operations = Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([url, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${url.replace(/\{\w+\}/g, '1')}`,
      operation,
    ]),
  )
  await readEndpoints()
})
afterAll(() => app.close())

/** Reads what the web's features add to their one API. */
async function readEndpoints(): Promise<void> {
  const source = path.join(import.meta.dirname, '../../web/src')
  const { api } = await import(path.join(source, 'lib/transport/api-base.ts'))
  const same = (endpoint: Endpoint) => endpoint
  const build = { query: same, mutation: same, infiniteQuery: same }
  const inject = api.injectEndpoints
  api.injectEndpoints = (added: { endpoints: (using: typeof build) => typeof endpoints }) => {
    Object.assign(endpoints, added.endpoints(build))
    return inject(added)
  }
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(source, name)
    if (!/\.tsx?$/.test(name) || /\.test\./.test(name)) continue
    if (readFileSync(file, 'utf8').includes('api.injectEndpoints({')) await import(file)
  }
  api.injectEndpoints = inject
}

/** @returns what an endpoint sends, once per argument, with the operation that it reaches */
function listCalls(name: string, { query }: Endpoint) {
  if (!query) return []
  return (ARGUMENTS[name] ?? [anything]).map((argument) => {
    const sent = query(argument)
    const { url, method = 'GET', params = {}, body = {} } = typeof sent === 'string' ? { url: sent } : sent
    const [pathname = '', search] = url.split('?')
    const call = `${method} /api${pathname.replace(/\/$/, '')}`
    const operation = operations.find(([one]) => one === call)?.[1]
    const asked = [...new URLSearchParams(search).keys(), ...Object.keys(params)]
    return { call, operation, asked, fields: Object.keys(body) }
  })
}

const getContent = (content: Content = {}) => content['application/json']

test('each call is an operation of the server, with its parameters and fields only', () => {
  const problems: string[] = []
  for (const [name, endpoint] of Object.entries(endpoints)) {
    for (const { call, operation, asked, fields } of listCalls(name, endpoint)) {
      if (!operation) problems.push(`${name}: the server has no ${call}`)
      const known = operation?.parameters?.filter((one) => one.in === 'query').map((one) => one.name)
      for (const one of asked.filter((one) => !known?.includes(one)))
        problems.push(`${name}: ${call} has no parameter ${one}`)
      const { properties = {} } = getContent(operation?.requestBody?.content)?.schema ?? {}
      for (const field of fields.filter((field) => !Object.hasOwn(properties, field)))
        problems.push(`${name}: the body of ${call} has no ${field}`)
    }
  }
  expect(problems).toEqual([])
  expect(Object.keys(endpoints).length).toBeGreaterThan(200)
  expect(Object.keys(endpoints)).toEqual(expect.arrayContaining(Object.keys(ARGUMENTS)))
  const others = Object.keys(endpoints).filter((name) => !endpoints[name]?.query)
  expect(others.sort()).toEqual(OTHERS)
})

test('each answer of the server is one that its endpoint reads', () => {
  const problems: string[] = []
  for (const [name, endpoint] of Object.entries(endpoints)) {
    for (const { call, operation } of listCalls(name, endpoint)) {
      const successes = Object.entries(operation?.responses ?? {}).filter(([status]) =>
        status.startsWith('2'),
      )
      for (const [status, { content }] of successes) {
        const problem = findProblem(endpoint, getContent(content)?.example ?? null)
        if (problem) problems.push(`${name} can't read the ${status} of ${call}: ${problem}`)
      }
    }
  }
  expect(problems).toEqual([])
})

/** Reads an answer as RTK Query does. */
function findProblem(endpoint: Endpoint, answer: unknown): string | null {
  const { rawResponseSchema, transformResponse, responseSchema } = endpoint
  const raw = rawResponseSchema?.safeParse(answer)
  if (raw?.error) return raw.error.message
  try {
    const read = transformResponse ? transformResponse(answer) : answer
    return responseSchema?.safeParse(read).error?.message ?? null
  } catch (error) {
    return String(error)
  }
}
