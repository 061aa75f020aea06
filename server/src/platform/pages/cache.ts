import { LRUCache } from 'lru-cache'

const MAX_PAGES = 1_000
const MAX_BYTES = 32 * 1024 * 1024

/** A page as visitors get it. */
export type Page = { status: 200 | 404; html: string; etag: string }

/** Keeps rendered pages for a short time. A page that can't be read or kept is rendered again. */
export type PageCache = {
  get(key: string): Promise<Page | null>
  set(key: string, page: Page, ttlMs: number): Promise<void>
}

/** Keeps the pages that were used last in this process's memory. */
export function createMemoryPageCache(maxPages = MAX_PAGES, maxBytes = MAX_BYTES): PageCache {
  const pages = new LRUCache<string, Page>({
    max: maxPages,
    maxSize: maxBytes,
    // JavaScript keeps up to two bytes a character.
    sizeCalculation: ({ html }, key) => 2 * (html.length + key.length),
  })
  return {
    get: async (key) => pages.get(key) ?? null,
    async set(key, page, ttlMs) {
      pages.set(key, page, { ttl: ttlMs })
    },
  }
}
