import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../app.ts'
import {
  findAccount,
  logIn,
  makeSignupBody,
  makeUser,
  PASSWORD,
  requestResetToken,
  signUp,
} from '../factories/accounts.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const REASON = 'This password is too easy to guess. Use a few unrelated words, without your name or email'
const person = { full_name: 'Ada Byron', email: 'ada.byron@lovelace.example' }

it.each([
  ['our name', 'tendwell'],
  ['our name with digits', 'Tendwell123'],
  ['our name in digits', 't3ndw3ll'],
  ['one’s name', 'Ada Byron'],
  ['one’s name as one word', 'AdaByron1'],
  ['one’s last name with a year', 'byron1815'],
  ['one’s address', 'ada.byron@lovelace.example'],
  ['the domain of one’s address', 'lovelace1'],
  ['a repeated letter', 'aaaaaaaa'],
  ['a keyboard row', 'asdfghjkl'],
  ['a common password', 'Password1'],
  ['a common password in digits', 'p@ssw0rd1'],
  ['a word of our trade', 'newborn1'],
  ['a season and a year', 'summer2024'],
  ['a repeated letter of the longest length', 'a'.repeat(128)],
])('refuses %s at sign-up', async (_what, password) => {
  const { status, body } = await signUp(app, makeSignupBody({ ...person, password }))
  expect([status, body.password]).toEqual([400, [REASON]])
  expect(await findAccount(app, person.email)).toBeUndefined()
})

it('refuses one’s name at a change and a reset, and keeps the old password', async () => {
  const user = await makeUser(app, { role: 'caretaker', fullName: 'Wilhelmina Zephyr' })
  const weak = { password: 'Wilhelmina1', confirm_password: 'Wilhelmina1' }
  const change = { ...weak, current_password: PASSWORD }
  const changed = await user.client.post('/api/auth/password/change', change)
  const token = await requestResetToken(app, user.email)
  const reset = await app.visitor.post('/api/auth/password/reset/confirm', { ...weak, token })
  for (const { status, body } of [changed, reset]) expect([status, body.password]).toEqual([400, [REASON]])
  expect((await logIn(app, user.email, 'Wilhelmina1')).status).toBe(401)
  expect((await logIn(app, user.email)).status).toBe(200)
})

it.each(['correct horse 42', 'tendwell-demo', 'Wren over the lake', 'x7Kq9!vP', 'höhle nebel trost'])(
  'accepts the password %s',
  async (password) => {
    expect((await signUp(app, makeSignupBody({ password }))).status).toBe(201)
  },
)

it.each([
  ['digits for letters', 'p4$$w0rd'.repeat(16)],
  ['every digit that can replace a letter', 'a4@8b(c3e69gi1!|7l0o$5s+t%2z'.repeat(5).slice(0, 128)],
  ['dates', '19991231'.repeat(16)],
  [
    'printable characters',
    [...Array(128).keys()].map((at) => String.fromCharCode(33 + ((at * 37) % 94))).join(''),
  ],
])('answers within a second for 128 characters of %s', async (_what, password) => {
  // Loads the dictionaries, which happens once.
  await signUp(app, makeSignupBody({ password: 'aaaaaaaa' }))
  const before = process.cpuUsage()
  expect((await signUp(app, makeSignupBody({ password }))).status).not.toBe(500)
  const { user, system } = process.cpuUsage(before)
  expect(user + system).toBeLessThan(1_000_000)
})
