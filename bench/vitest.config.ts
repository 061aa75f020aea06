import { defineConfig } from 'vitest/config'

const conditions = ['source', 'node']

/** The benches: each file but this one. They measure, so one runs at a time, and not with the tests. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['bench/*.ts'],
    exclude: ['bench/vitest.config.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    fileParallelism: false,
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
  },
})
