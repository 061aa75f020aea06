/** Starts the whole product on its own database and calls it over HTTP on a loopback port. */
import { rm } from 'node:fs/promises'
import { createProduct, type Product } from '../src/app.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { createLog, type Log } from '../src/platform/log.ts'
import { createTestDatabase } from './database.ts'
import { makeTestFolder } from './folders.ts'

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  body: any
  headers: Headers
}

/** An HTTP client, with or without an access token. */
export type Client = {
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** Posts a multipart form. */
  upload(path: string, form: FormData): Promise<Answer>
}

export type TestApp = Product & {
  url: string
  /** `databaseUrl` and `appSecret` let a second process use the same database and accept the same tokens. */
  databaseUrl: string
  appSecret: string
  visitor: Client
  withToken(token: string): Client
  /** Runs every due job, and the jobs that those add. */
  drain(): Promise<void>
  /** Moves the product's clock forward and runs the jobs that become due. */
  advance(minutes: number): Promise<void>
  close(): Promise<void>
}

const appSecret = 'a secret that only tests know, long enough'

/**
 * Repeats a call that gets 503. On a slow machine a call can exceed the database's time limits or find the
 * server busy, and such a call has changed nothing.
 */
export async function repeatUnavailable<Result extends { status: number }>(
  call: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const result = await call()
    if (result.status !== 503) return result
  }
}

/**
 * Creates a client for a product at `url`.
 * @param options.repeats repeats calls that get 503, unless false
 */
export function createClient(url: string, token?: string, { repeats = true } = {}): Client {
  const call = async (method: string, path: string, init: RequestInit): Promise<Answer> => {
    const headers = new Headers(init.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    const send = () => fetch(new URL(path, url), { ...init, method, headers, redirect: 'manual' })
    const response = await (repeats ? repeatUnavailable(send) : send())
    const content = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && content !== ''
    return {
      status: response.status,
      body: isJson ? JSON.parse(content) : content,
      headers: response.headers,
    }
  }
  const withBody =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      call(method, path, {
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      })
  return {
    get: (path) => call('GET', path, {}),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    delete: (path) => call('DELETE', path, {}),
    upload: (path, form) => call('POST', path, { body: form }),
  }
}

/**
 * Starts the product.
 * @param settings environment variables, which override the ones set here
 * @param options.work runs jobs in the background; by default they run only in `drain`
 * @param options.log silent by default
 * @param options.databaseUrl another product's database; by default it gets one of its own
 * @param options.repeats its clients repeat calls that get 503. False for tests that expect one
 */
export async function testApp(
  settings: Record<string, string> = {},
  {
    work = false,
    log = createLog(process.env.TEST_LOG_LEVEL ?? 'silent'),
    databaseUrl,
    repeats = true,
  }: { work?: boolean; log?: Log; databaseUrl?: string; repeats?: boolean } = {},
): Promise<TestApp> {
  const testDatabase = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await createTestDatabase()
  const dataDir = await makeTestFolder('files')
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO_DATA: 'false',
    RATE_LIMITS: 'off',
    OVERLOAD_PROTECTION: 'off',
    // Tests of these limits set their own.
    PAYOUT_NEW_DAYS: '0',
    FIRST_WEEK_PAYMENTS_USD: '0',
    ...settings,
  })
  const removeData = async () => {
    await testDatabase.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const product = await createProduct(config, {
    databaseUrl: testDatabase.url,
    appSecret: config.appSecret ?? appSecret,
    log,
  }).catch(async (error: unknown) => {
    await removeData()
    throw error
  })
  const url = await product.start({ work })
  const visitor = createClient(url, undefined, { repeats })
  return {
    ...product,
    url,
    databaseUrl: testDatabase.url,
    appSecret,
    visitor,
    withToken: (token) => createClient(url, token, { repeats }),
    drain: () => product.deps.jobs.drain(),
    async advance(minutes) {
      const { status } = await visitor.post('/dev/clock', { advance_minutes: minutes })
      if (status !== 200) throw new Error(`The clock answered ${status}`)
    },
    async close() {
      await product.stop()
      await removeData()
    },
  }
}
