import { beforeAll, expect, it } from 'vitest'
import { requireStrongPassword } from './strength.ts'

const REASON = 'This password is too easy to guess. Use a few unrelated words, without your name or email'
const OWNER = { fullName: 'Ada Byron', email: 'ada.byron@lovelace.example' }

// Loads the dictionaries, which happens once.
beforeAll(() => requireStrongPassword('correct horse 42', OWNER))

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
])('refuses %s', async (_what, password) => {
  await expect(requireStrongPassword(password, OWNER)).rejects.toMatchObject({
    status: 400,
    fields: { password: [REASON] },
  })
})

it.each(['correct horse 42', 'tendwell-demo', 'Wren over the lake', 'x7Kq9!vP', 'höhle nebel trost'])(
  'accepts the password %s',
  (password) => requireStrongPassword(password, OWNER),
)

it.each([
  ['digits for letters', 'p4$$w0rd'.repeat(16)],
  ['every digit that can replace a letter', 'a4@8b(c3e69gi1!|7l0o$5s+t%2z'.repeat(5).slice(0, 128)],
  ['dates', '19991231'.repeat(16)],
  [
    'printable characters',
    [...Array(128).keys()].map((at) => String.fromCharCode(33 + ((at * 37) % 94))).join(''),
  ],
])('scores 128 characters of %s within a second', async (_what, password) => {
  const before = process.cpuUsage()
  await requireStrongPassword(password, OWNER).catch(() => {})
  const { user, system } = process.cpuUsage(before)
  expect(user + system).toBeLessThan(1_000_000)
})
