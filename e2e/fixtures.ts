/** The `test` of all browser tests: it also fails on console errors, failed requests and 5xx responses. */
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'

export { expect, type Page }

/** Collects the problems of the watched browser contexts. */
class Problems {
  readonly found: string[] = []
  readonly #allowed: RegExp[] = []

  /** Ignores matching problems, which the test causes on purpose. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern)
  }

  /** Watches every page of a context, including pages opened later. */
  watch(context: BrowserContext): void {
    context.on('weberror', (error) => this.#add(`page error: ${error.error().stack ?? error.error()}`))
    context.on('console', (message) => {
      const { url } = message.location()
      if (
        message.type() === 'error' &&
        !isExpectedStatus(message.text(), url) &&
        !isFromTracing(message.text())
      ) {
        this.#add(`console: ${message.text()} (${url})`)
      }
    })
    context.on('response', (response) => {
      if (response.status() >= 500) this.#add(`${response.status()}: ${response.url()}`)
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // Leaving a page aborts its pending requests.
      if (reason !== 'net::ERR_ABORTED') this.#add(`request failed: ${request.url()} ${reason}`)
    })
  }

  /** Problems that were not allowed. */
  unexpected(): string[] {
    return this.found.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)))
  }

  #add(problem: string): void {
    this.found.push(problem)
  }
}

/** Chromium logs each 4xx as an error, but the API and the page of an unlisted caregiver return them on purpose. */
function isExpectedStatus(text: string, url: string): boolean {
  const returnsStatuses = /\/api\//.test(url) || /\/caregivers\/\d+$/.test(url)
  return returnsStatuses && /^Failed to load resource: the server responded with a status of 4\d\d/.test(text)
}

/** Trace recording fetches the page's blob images, which the content security policy blocks. */
function isFromTracing(text: string): boolean {
  return /^Connecting to 'blob:\S+' violates .* "connect-src /.test(text)
}

interface Fixtures {
  problems: Problems
  /** Opens a page in its own browser context, as another person or device. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  problems: [
    async ({ context }, use) => {
      const problems = new Problems()
      problems.watch(context)
      await use(problems)
      expect(problems.unexpected(), 'no unexpected browser problems').toEqual([])
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
