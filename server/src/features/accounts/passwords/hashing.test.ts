import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './hashing.ts'

it('matches the right password only', async () => {
  const passwordHash = await hashPassword('correct horse 42')
  expect(passwordHash).not.toBe(await hashPassword('correct horse 42'))
  expect(await verifyPassword('correct horse 42', passwordHash)).toBe(true)
  expect(await verifyPassword('Correct horse 42', passwordHash)).toBe(false)
  expect(await verifyPassword('correct horse 42', null)).toBe(false)
})

it('rejects with 503 when the queue is full, and handles the rest', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => verifyPassword('x', null)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(8)
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 503 })
  expect(await verifyPassword('x', null)).toBe(false)
})
