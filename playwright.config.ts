import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0
const report = process.env.TENDWELL_E2E_REPORT

export default defineConfig({
  outputDir: 'test-results',
  globalSetup: './e2e/template.ts',
  projects: [
    // Part of `npm test`.
    { name: 'quick', testDir: 'e2e', testIgnore: '**/{slow,pictures}/**' },
    // Part of `npm run test:slow`. The stories are built once, before all of it: a project that only some of the tests
    // depend on would let one worker wait at its end.
    { name: 'slow-build', testDir: 'e2e/slow', testMatch: 'stories.setup.ts', timeout: 300_000 },
    { name: 'slow', testDir: 'e2e/slow', dependencies: ['slow-build'] },
    // `npm run pictures`.
    { name: 'pictures', testDir: 'e2e/pictures' },
  ],
  // Each worker starts a product of its own (e2e/fixtures.ts), so tests in parallel share nothing.
  fullyParallel: true,
  // A slow or busy machine gets fewer, so that the limits below hold on it.
  workers: Number(process.env.TENDWELL_E2E_WORKERS ?? 2),
  retries: 0,
  // Ends a test that hangs: twice what the longest takes, so that a busy machine doesn't reach it.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Dialogs and menus appear at once.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL('e2e/fonts.conf', import.meta.url)) },
      args: [
        // Chromium's sandbox doesn't work for root.
        ...(isRoot ? ['--no-sandbox'] : []),
        // Nothing of the browser's own may reach for the network or the graphics card.
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
