import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const machineMs = Date.parse('2026-12-01T12:00:00Z')
const dayMs = 86_400_000
const answer = (ahead?: string) => new Headers(ahead === undefined ? {} : { 'x-clock-ahead-ms': ahead })

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.useFakeTimers({ now: machineMs })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Loads the module again, as a reload does. */
async function clock() {
  vi.resetModules()
  return import('./clock.ts')
}

it('is the machine’s time until a response says otherwise', async () => {
  const { now, followClock } = await clock()
  followClock(answer())
  expect(now()).toBe(machineMs)
  vi.advanceTimersByTime(1_000)
  expect(now()).toBe(machineMs + 1_000)
  expect(stored.size).toBe(0)
})

it('follows the server’s clock forward and back, and keeps it over a reload', async () => {
  const first = await clock()
  first.followClock(answer(String(dayMs)))
  expect(first.now()).toBe(machineMs + dayMs)
  first.followClock(answer())
  expect(first.now()).toBe(machineMs + dayMs)
  const second = await clock()
  expect(second.now()).toBe(machineMs + dayMs)
  second.followClock(answer(String(-dayMs)))
  expect(second.now()).toBe(machineMs - dayMs)
  expect((await clock()).now()).toBe(machineMs - dayMs)
})

it.each(['', 'soon', '--5', '1e3', '9'.repeat(16)])('ignores %j', async (header) => {
  const { now, followClock } = await clock()
  followClock(answer(header))
  expect(now()).toBe(machineMs)
})

it('is the machine’s time when storage is blocked or invalid', async () => {
  stored.set('tendwell.clock-ahead', 'tomorrow')
  expect((await clock()).now()).toBe(machineMs)
  vi.stubGlobal('localStorage', undefined)
  const { now, followClock } = await clock()
  expect(now()).toBe(machineMs)
  followClock(answer('5'))
  expect(now()).toBe(machineMs + 5)
})

it('is the only clock that other code uses', () => {
  const sources = fileURLToPath(new URL('../..', import.meta.url))
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  const code = files.filter((file) => /(?<!test)\.tsx?$/.test(file) && file !== 'lib/format/clock.ts')
  expect(code.length).toBeGreaterThan(100)
  const asksMachine = /\bDate\.now\(|\bnew Date\(\)|\btoday\(/
  expect(code.filter((file) => asksMachine.test(readFileSync(`${sources}/${file}`, 'utf8')))).toEqual([])
})
