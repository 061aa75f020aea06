/** The `test` that all journeys use: whatever goes wrong in the browser behind the scenes fails them. */
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'

export { expect, type Page }

/** What has gone wrong in the watched browser contexts. */
class Problems {
  readonly found: string[] = []
  readonly #allowed: RegExp[] = []

  /** Says that a test means to cause problems that match. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern)
  }

  /** Watches every page of a context, those opened later included. */
  watch(context: BrowserContext): void {
    context.on('weberror', (error) => this.#add(`page error: ${error.error().stack ?? error.error()}`))
    context.on('console', (message) => {
      const { url } = message.location()
      if (message.type() === 'error' && !isRefusal(message.text(), url) && !isOfTrace(message.text())) {
        this.#add(`console: ${message.text()} (${url})`)
      }
    })
    context.on('response', (response) => {
      if (response.status() >= 500) this.#add(`${response.status()}: ${response.url()}`)
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // A page that is left gives up what it was still loading.
      if (reason !== 'net::ERR_ABORTED') this.#add(`request failed: ${request.url()} ${reason}`)
    })
  }

  /** The problems that no test has allowed. */
  unexpected(): string[] {
    return this.found.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)))
  }

  #add(problem: string): void {
    this.found.push(problem)
  }
}

/**
 * Chromium reports each refused call as an error; a 4xx of the API is an answer, and the screen's to show, and so is the
 * page of a caregiver who isn't listed.
 */
function isRefusal(text: string, url: string): boolean {
  const isAnswer = /\/api\//.test(url) || /\/caregivers\/\d+$/.test(url)
  return isAnswer && /^Failed to load resource: the server responded with a status of 4\d\d/.test(text)
}

/** The recording of a trace fetches the pictures on a page, which the page itself may not do with those of its own. */
function isOfTrace(text: string): boolean {
  return /^Connecting to 'blob:\S+' violates .* "connect-src /.test(text)
}

interface Fixtures {
  problems: Problems
  /** Opens a page in a browser context of its own: another person, or another device. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  problems: [
    async ({ context }, use) => {
      const problems = new Problems()
      problems.watch(context)
      await use(problems)
      expect(problems.unexpected(), 'nothing went wrong behind the scenes').toEqual([])
    },
    { auto: true },
  ],
  openPage: async ({ browser, problems }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      problems.watch(context)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})
