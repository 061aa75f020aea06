import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pause } from './pause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('lasts as long as it should', async () => {
  let isOver = false
  const over = pause(500, new AbortController().signal).then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(499)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await over
})

it('ends with the call that it belongs to, also one that has ended before', async () => {
  const call = new AbortController()
  const pauses = [pause(500, call.signal)]
  call.abort('left')
  pauses.push(pause(500, call.signal))
  expect(await Promise.allSettled(pauses)).toEqual([
    { status: 'rejected', reason: 'left' },
    { status: 'rejected', reason: 'left' },
  ])
  expect(vi.getTimerCount()).toBe(0)
})
