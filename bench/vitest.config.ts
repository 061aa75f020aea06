import { defineConfig } from 'vitest/config'

const conditions = ['source', 'node']

/** Runs the benches one at a time, separately from the tests, so that they do not disturb each other. */
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
