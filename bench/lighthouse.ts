/**
 * Lighthouse on the public screens, on a phone and on a desktop: at least 95 in each category, 90 in
 * performance on a phone. Run it on an idle machine, because Lighthouse's throttling multiplies any delay. At
 * the small size it only opens the screens, without Lighthouse and its download.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { makeCaregiver } from '../server/test/factories/profiles.ts'
import { isSmall, size } from './load/size.ts'

const MIN_SCORE = 95
const MIN_PHONE_PERFORMANCE = 90
const RUNS = 3
const CAREGIVERS = size(24, 1)
const PORT = 9_377

/** Downloaded only for this bench, because it would double the size of an install. */
const LIGHTHOUSE = 'lighthouse@12.8.2'

const devices = { phone: [], desktop: ['--preset=desktop'] } as const
type Device = keyof typeof devices
type Audit = { id: string; score: number | null; displayValue?: string }
type Report = { categories: Record<string, Audit>; audits: Record<string, Audit> }

let app: TestApp
let detailPath: string
let browser: Awaited<ReturnType<typeof chromium.launch>> | undefined

beforeAll(async () => {
  app = await testApp()
  for (let index = 0; index < CAREGIVERS; index += 1) {
    const { id } = await makeCaregiver(app, { skills: ['Newborn care', 'Night nanny', 'First Aid'] })
    detailPath = `/caregivers/${id}`
  }
  if (isSmall) return
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: [
      `--remote-debugging-port=${PORT}`,
      '--disable-gpu',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
})
afterAll(async () => {
  await browser?.close()
  await app.close()
})

const run = promisify(execFile)

async function report(path: string, device: Device): Promise<Report> {
  const { stdout } = await run(
    'npm',
    [
      ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', `${app.url}${path}`],
      ...[`--port=${PORT}`, '--output=json', '--quiet', ...devices[device]],
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout)
}

/** @returns the median score of each category, out of 100, and the audits below 90 in the last run */
async function measureScores(path: string, device: Device) {
  const marks = new Map<string, number[]>()
  let failing: string[] = []
  for (let count = 0; count < RUNS; count += 1) {
    const { categories, audits } = await report(path, device)
    for (const { id, score } of Object.values(categories)) {
      marks.set(id, [...(marks.get(id) ?? []), Math.round((score ?? 0) * 100)])
    }
    failing = Object.values(audits)
      .filter(({ score }) => score !== null && score < 0.9)
      .map(({ id, displayValue = '' }) => `${id} ${displayValue}`.trim())
  }
  const medians = [...marks].map(([id, all]) => [id, all.sort((a, b) => a - b)[RUNS >> 1] ?? 0] as const)
  return { medians, failing }
}

test.each(
  (Object.keys(devices) as Device[]).flatMap((device) =>
    ['/', '/caregivers', 'detail'].map((path) => [path, device] as const),
  ),
)('%s on a %s', async (screen, device) => {
  const path = screen === 'detail' ? detailPath : screen
  if (isSmall) return expect((await fetch(`${app.url}${path}`)).status).toBe(200)
  const { medians, failing } = await measureScores(path, device)
  console.log(`${path} on a ${device}: ${medians.map(([id, mark]) => `${id} ${mark}`).join(', ')}`)
  if (failing.length > 0) console.log(`  below 90: ${failing.join('; ')}`)
  const getMinimum = (id: string) =>
    device === 'phone' && id === 'performance' ? MIN_PHONE_PERFORMANCE : MIN_SCORE
  expect(medians.filter(([id, mark]) => mark < getMinimum(id))).toEqual([])
})
