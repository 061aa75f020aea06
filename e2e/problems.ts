import type { BrowserContext } from '@playwright/test'

/** Collects the console errors, failed requests and 5xx responses of the watched browser contexts. */
export class Problems {
  readonly #found: string[] = []
  readonly #allowed: RegExp[] = []

  /** Ignores matching problems, which the test causes on purpose. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern)
  }

  /** Watches every page of a context, including pages opened later. */
  watch(context: BrowserContext): void {
    context.on('weberror', (error) => this.#found.push(`page error: ${error.error().stack ?? error.error()}`))
    context.on('console', (message) => {
      const { url } = message.location()
      if (message.type() === 'error' && !isExpectedStatus(message.text(), url)) {
        this.#found.push(`console: ${message.text()} (${url})`)
      }
    })
    context.on('response', (response) => {
      if (response.status() >= 500) this.#found.push(`${response.status()}: ${response.url()}`)
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // Leaving a page aborts its pending requests.
      if (reason !== 'net::ERR_ABORTED') this.#found.push(`request failed: ${request.url()} ${reason}`)
    })
  }

  /** Problems that were not allowed. */
  unexpected(): string[] {
    return this.#found.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)))
  }
}

/**
 * Chromium logs each 4xx as an error, but the API and the page of an unlisted caregiver return them on
 * purpose.
 */
function isExpectedStatus(text: string, url: string): boolean {
  const returnsStatuses = /\/api\//.test(url) || /\/caregivers\/[^/]+$/.test(url)
  return returnsStatuses && /^Failed to load resource: the server responded with a status of 4\d\d/.test(text)
}
