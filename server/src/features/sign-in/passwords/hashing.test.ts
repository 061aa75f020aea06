import { hash } from '@node-rs/argon2'
import { passwordChangeBody } from '@tendwell/contract/sign-in/accounts'
import { expect, it } from 'vitest'
import { hashPassword, matchPassword, verifyPassword } from './hashing.ts'

it('matches the right password only', async () => {
  const passwordHash = await hashPassword('correct horse 42')
  expect(passwordHash).not.toBe(await hashPassword('correct horse 42'))
  expect(await verifyPassword('correct horse 42', passwordHash)).toBe(true)
  expect(await verifyPassword('Correct horse 42', passwordHash)).toBe(false)
  expect(await verifyPassword('correct horse 42', null)).toBe(false)
})

it('matches a password however its letters are composed', async () => {
  const [composed, decomposed] = ['crème brûlée 42'.normalize('NFC'), 'crème brûlée 42'.normalize('NFD')]
  for (const set of [composed, decomposed]) {
    const passwordHash = await hashPassword(set)
    for (const typed of [composed, decomposed]) {
      expect(await matchPassword(typed, passwordHash)).toBe('normalized')
    }
    expect(await matchPassword('creme brulee 42', passwordHash)).toBe('none')
  }
  const older = await hash(decomposed)
  expect(await matchPassword(decomposed, older)).toBe('typed')
  expect(await matchPassword(composed, older)).toBe('none')
  expect(await matchPassword(decomposed, null)).toBe('none')
})

it('compares two typed passwords however their letters are composed', () => {
  const form = (unicode: string) => 'crème brûlée 42'.normalize(unicode)
  for (const [first, second] of [
    ['NFD', 'NFC'],
    ['NFC', 'NFD'],
  ] as const) {
    const body = { current_password: 'x', password: form(first), confirm_password: form(second) }
    expect(passwordChangeBody.parse(body)).toMatchObject({
      password: form('NFC'),
      confirm_password: form('NFC'),
    })
  }
})

it('rejects with 503 when the queue is full, and handles the rest', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => verifyPassword('x', null)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(8)
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 503 })
  expect(await verifyPassword('x', null)).toBe(false)
})
