import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('the clock of a product that is tried out', () => {
  const toldAt = async (path: string) => (await app.visitor.get(path)).headers.get('x-clock-ahead-ms')

  test('is moved forward, and every answer of the API, refusals too, tells how far', async () => {
    expect(await toldAt('/api/auth/caregivers')).toBe('0')
    await app.advance(90)
    expect(await toldAt('/api/auth/caregivers')).toBe('5400000')
    expect(await toldAt('/api/notifications')).toBe('5400000')
    expect(await toldAt('/api/nothing-of-this-name')).toBe('5400000')
    expect(await toldAt('/healthz')).toBeNull()
    await app.advance(30)
    expect(await toldAt('/api/auth/caregivers')).toBe('7200000')
  })
})
