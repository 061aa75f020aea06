import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('POST /dev/clock', () => {
  const readOffset = async (path: string) => (await app.visitor.get(path)).headers.get('x-clock-ahead-ms')

  test('moves the clock; the header of every API answer, errors included, says how far', async () => {
    expect(await readOffset('/api/auth/caregivers')).toBe('0')
    await app.advance(90)
    expect(await readOffset('/api/auth/caregivers')).toBe('5400000')
    expect(await readOffset('/api/notifications')).toBe('5400000')
    expect(await readOffset('/api/nothing-of-this-name')).toBe('5400000')
    expect(await readOffset('/healthz')).toBeNull()
    await app.advance(30)
    expect(await readOffset('/api/auth/caregivers')).toBe('7200000')
  })
})
