/**
 * Limits on networks can't be avoided by changing the address within one's own network.
 * @see docs/rules/accounts.md#attempt-limits
 */
import { afterAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { attempts } from '../database/tables.ts'

const app: TestApp = await testApp({ RATE_LIMITS: 'on' })
afterAll(() => app.close())
beforeEach(() => app.deps.database.delete(attempts))

let counter = 0
/** Requests a reset link for a new address: 30 an hour from a network. */
async function requestReset(remoteAddress: string): Promise<number> {
  counter += 1
  const payload = { email: `nobody-${counter}@example.test` }
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/auth/password/reset',
    payload,
    remoteAddress,
  })
  return answer.statusCode
}

async function countAllowed(calls: number, getAddress: (at: number) => string): Promise<number> {
  let allowed = 0
  for (let at = 0; at < calls; at += 1) if ((await requestReset(getAddress(at))) === 200) allowed += 1
  return allowed
}

it('counts the addresses of an IPv6 /64 as one network', async () => {
  expect(await countAllowed(33, (at) => `2001:db8:1:2::${at}`)).toBe(30)
  expect(await requestReset('2001:db8:1:3::1')).toBe(200)
})

it('counts the /64 networks of an IPv6 /48 together, up to ten times as many', async () => {
  expect(await countAllowed(305, (at) => `2001:db8:2:${at.toString(16)}::1`)).toBe(300)
  expect(await requestReset('2001:db8:3::1')).toBe(200)
  expect(await requestReset('203.0.113.9')).toBe(200)
})

it('counts calls of a minute by network too', async () => {
  const call = async (remoteAddress: string) =>
    (await app.app.inject({ url: '/api/auth/settings', remoteAddress })).statusCode
  const statuses: number[] = []
  for (let at = 0; at < 601; at += 1) statuses.push(await call(`2001:db8:4:5::${at.toString(16)}`))
  expect(statuses.filter((status) => status === 200)).toHaveLength(600)
  expect(statuses.at(-1)).toBe(429)
  expect(await call('2001:db8:4:6::1')).toBe(200)
})

it('counts calls to unknown addresses like others', async () => {
  const statuses: number[] = []
  for (let at = 0; at < 601; at += 1) {
    const answer = await app.app.inject({ method: 'POST', url: '/api/x', remoteAddress: '203.0.113.7' })
    statuses.push(answer.statusCode)
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(600)
  expect(statuses.at(-1)).toBe(429)
})
