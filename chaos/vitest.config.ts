import { defineConfig } from 'vitest/config'

const conditions = ['source', 'node']

/** One fault at a time, each on the whole topology. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['chaos/*.ts'],
    exclude: ['chaos/vitest.config.ts'],
    fileParallelism: false,
    testTimeout: 15 * 60_000,
    hookTimeout: 15 * 60_000,
  },
})
