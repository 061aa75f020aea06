import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const conditions = ['source', 'node']

/** Screens in jsdom against a fake server. */
const components = {
  // Not by the "source" condition: react-aria-components declares one too, and doesn't publish the files.
  resolve: {
    alias: [
      {
        find: /^@tendwell\/contract\/(.+)$/,
        replacement: `${fileURLToPath(new URL('contract/src', import.meta.url))}/$1.ts`,
      },
    ],
  },
  test: {
    include: ['web/src/**/*.test.tsx'],
    environment: 'jsdom',
    setupFiles: ['web/test/setup.ts'],
    env: { TZ: 'America/New_York', DEBUG_PRINT_LIMIT: process.env.DEBUG_PRINT_LIMIT ?? '0' },
    // Loading React Aria takes longer than most files. setup.ts removes what a test leaves behind.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['contract/src/**/*.test.ts'],
          exclude: ['**/*.fuzz.test.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'web', include: ['web/src/**/*.test.ts'], env: { TZ: 'America/New_York' } },
      },
      { ...components, test: { ...components.test, name: 'components' } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/{src,test}/**/*.test.ts'],
          exclude: ['**/*.{slow,fuzz}.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          // Each file has a database and a product of its own, and the modules keep nothing that another file sees.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: ['{packages,server}/**/*.slow.test.ts', '{contract,server}/**/*.fuzz.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          // Loading the product takes longer than most files. A test undoes what it changes in its process.
          isolate: false,
          testTimeout: 15 * 60_000,
        },
      },
    ],
    maxWorkers: 2,
    // Long enough for a busy machine.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
