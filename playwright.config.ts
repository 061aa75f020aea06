import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0
// Each of these moves the product's clock, so they run one after the other.
const movesClock = ['sessions.spec.ts', 'money-clock.spec.ts']
const report = process.env.TENDWELL_E2E_REPORT

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  projects: [
    { name: 'journeys', testIgnore: movesClock },
    // These would end the sessions that others hold.
    { name: 'clock', testMatch: movesClock[0], dependencies: ['journeys'] },
    { name: 'money clock', testMatch: movesClock[1], dependencies: ['clock'] },
  ],
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  use: {
    // The global setup starts the product and says here where.
    baseURL: process.env.TENDWELL_URL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    trace: 'retain-on-failure',
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
