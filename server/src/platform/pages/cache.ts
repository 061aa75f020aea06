import { LRUCache } from 'lru-cache'

const MAX_PAGES = 1_000
const MAX_BYTES = 32 * 1024 * 1024

/** A rendered page as it is sent to visitors. */
export type Page = { status: 200 | 404; html: string; etag: string }

/** Keeps rendered pages for a short time. If a page can't be kept or read, it is rendered again. */
export type PageCache = {
  get(key: string): Promise<Page | null>
  set(key: string, page: Page, ttlMs: number): Promise<void>
}

/** Keeps the most recently used pages in the memory of this process. */
export function createMemoryPageCache(maxPages = MAX_PAGES, maxBytes = MAX_BYTES): PageCache {
  const pages = new LRUCache<string, Page>({
    max: maxPages,
    maxSize: maxBytes,
    // JavaScript keeps a character in up to two bytes.
    sizeCalculation: ({ html }, key) => 2 * (html.length + key.length),
  })
  return {
    get: async (key) => pages.get(key) ?? null,
    async set(key, page, ttlMs) {
      pages.set(key, page, { ttl: ttlMs })
    },
  }
}
