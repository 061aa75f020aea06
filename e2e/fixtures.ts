/**
 * The `test` of all browser tests. Each worker has a product of its own, so a test can move its clock by
 * minutes.
 */
import path from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Request,
} from '@playwright/test'
import { Api, type Session } from './api.ts'
import { Problems } from './problems.ts'
import { startProduct } from './product.ts'
import { copyTemplate } from './template.ts'

export { expect, type Page, type Request }

interface TestFixtures {
  problems: Problems
  /** Opens a page in its own browser context, logged in as this person; without one, as a visitor. */
  openPage: (session?: Session | null, options?: BrowserContextOptions) => Promise<Page>
}

interface WorkerFixtures {
  api: Api
  /** Environment variables of the product. */
  settings: Record<string, string>
  /**
   * Specs with another name here get workers of their own. For specs that move the clock by days or need the
   * demo as it was made.
   */
  product: string
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],
  product: ['shared', { scope: 'worker', option: true }],
  api: [
    async ({ settings }, use, { workerIndex, project }) => {
      const name = workerName(workerIndex)
      const logFile = path.join(project.outputDir, `${name}.log`)
      const product = await startProduct({ ...(await copyTemplate(name)), logFile, settings })
      const api = new Api(product.url)
      // Any answer says how far the product's clock is ahead.
      await api.fetch(null, 'GET', '/api/auth/settings/')
      await use(api)
      await product.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ api }, use) => use(api.url),
  storageState: ({ api }, use) => use(toStorageState(api, null)),
  problems: [
    async ({ context }, use) => {
      const problems = new Problems()
      problems.watch(context)
      await use(problems)
      expect(problems.unexpected(), 'no unexpected browser problems').toEqual([])
    },
    { auto: true },
  ],
  openPage: async ({ browser, problems, api }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (session = null, options = {}) => {
      const context = await browser.newContext({ storageState: toStorageState(api, session), ...options })
      contexts.push(context)
      problems.watch(context)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

/** What the worker's database and data folder are called. */
export function workerName(workerIndex: number): string {
  return `worker-${workerIndex}`
}

/**
 * Opens a page of the app and waits until it reacts: one that the server has drawn does nothing before it has
 * hydrated.
 */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('#root[data-hydrated]').waitFor()
}

/** A browser that knows the product's time, and in which this person is logged in. */
function toStorageState({ url: origin, clockAheadMs }: Api, session: Session | null) {
  const clock = { name: 'tendwell.clock-ahead', value: String(clockAheadMs) }
  if (!session) return { cookies: [], origins: [{ origin, localStorage: [clock] }] }
  const { user, access, refresh, fileCookie } = session
  const value = JSON.stringify({ user, token: access, refreshToken: refresh })
  // Without it the browser gets 404 for every file, until it refreshes the session.
  const cookie = {
    name: 'tendwell-files',
    value: fileCookie,
    domain: new URL(origin).hostname,
    path: '/api/files',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Strict' as const,
  }
  const localStorage = [clock, { name: 'tendwell.session', value }]
  return { cookies: [cookie], origins: [{ origin, localStorage }] }
}
