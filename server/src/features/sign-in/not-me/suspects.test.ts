import { describe, expect, it } from 'vitest'
import { type Addition, isSuspect } from './suspects.ts'

const now = new Date('2026-06-30T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const devices = [
  { deviceId: 'laptop', firstAt: daysAgo(400), isDisowned: false },
  { deviceId: 'phone', firstAt: daysAgo(40), isDisowned: false },
  { deviceId: 'stranger', firstAt: daysAgo(3), isDisowned: false },
  { deviceId: 'disowned', firstAt: daysAgo(300), isDisowned: true },
]
const factor = (deviceId: string, days: number): Addition => ({ deviceId, at: daysAgo(days) })
const judge = (one: Addition, change: Addition | null = null) => isSuspect(one, { devices, change, now })

describe('without a reported change, as for a password reset', () => {
  it.each([
    ['from a device that was new', factor('stranger', 2), true],
    ['from a device that the owner disowned', factor('disowned', 2), true],
    ['from a device that no session names', factor('unknown', 2), true],
    ['from the account’s first device', factor('laptop', 2), false],
    ['from a device that has logged in for more than 30 days', factor('phone', 2), false],
    ['from a device that was new, 7 days ago', factor('stranger', 7), false],
  ])('%s', (_, one, expected) => {
    expect(judge(one)).toBe(expected)
  })

  it('the first device of a new account is not new to it', () => {
    const only = [{ deviceId: 'laptop', firstAt: daysAgo(1), isDisowned: false }]
    expect(isSuspect(factor('laptop', 1), { devices: only, change: null, now })).toBe(false)
  })
})

describe('with a change that wasn’t the owner’s', () => {
  it.each([
    ['a factor that it added', factor('laptop', 2), factor('laptop', 2), true],
    ['one added since, on any device', factor('phone', 1), factor('laptop', 2), true],
    ['one added before, on the same device', factor('laptop', 3), factor('laptop', 2), true],
    ['one added before, on another known device', factor('phone', 3), factor('laptop', 2), false],
    ['one added 7 days ago, on the same device', factor('laptop', 7), factor('laptop', 2), false],
    [
      'one added before a change without a device',
      factor('laptop', 3),
      { deviceId: null, at: daysAgo(2) },
      false,
    ],
  ])('%s', (_, one, change, expected) => {
    expect(judge(one, change)).toBe(expected)
  })
})
