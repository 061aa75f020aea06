import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { runCommand } from '../../test/command.ts'
import { makeUser } from '../../test/factories/accounts.ts'
import { users } from '../features/people/index.ts'
import { run } from './create-admin.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Runs the command while the server is running. */
const runCreateAdmin = (args: string[], input: string) =>
  runCommand(run, { args, input, env: { DATABASE_URL: app.databaseUrl } })
const countUsers = () => app.deps.database.$count(users)

it('creates an admin who can log in with the first line as password', async () => {
  const result = await runCreateAdmin(
    ['--email', 'Boss@Example.test', '--name', ' The Boss '],
    'correct horse 42\nnot this\n',
  )
  expect(result).toEqual({
    code: 0,
    output: 'The Boss (boss@example.test) can log in to the console, with the role admin.\n',
    errors: expect.stringMatching(/^Database: .*\n$/),
  })
  const credentials = { email: 'boss@example.test', password: 'correct horse 42' }
  const answer = await app.visitor.post('/api/auth/login/', credentials)
  expect(answer.status).toBe(200)
  expect(answer.body.user).toMatchObject({ role: 'admin', staff_role: 'admin', full_name: 'The Boss' })
})

it('gives another staff role when asked', async () => {
  const args = ['--email', 'books@example.test', '--name', 'The Books', '--role', 'finance']
  expect(await runCreateAdmin(args, 'correct horse 42\n')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/role finance/),
  })
  const answer = await app.visitor.post('/api/auth/login/', {
    email: 'books@example.test',
    password: 'correct horse 42',
  })
  expect(answer.body.user).toMatchObject({ role: 'admin', staff_role: 'finance' })
})

it('rejects a taken address and leaves its account unchanged', async () => {
  const user = await makeUser(app, { role: 'caretaker' })
  const result = await runCreateAdmin(['--email', user.email, '--name', 'The Boss'], 'correct horse 42\n')
  expect(result).toEqual({
    code: 1,
    output: '',
    errors: expect.stringContaining(`An account with the address ${user.email} already exists.\n`),
  })
  const [row] = await app.deps.database.select().from(users).where(eq(users.id, user.id))
  expect(row).toMatchObject({ role: 'caretaker', fullName: user.fullName })
})

it.each([
  ['no arguments', [], 'correct horse 42', 'Usage: npm run create-admin'],
  ['an unknown argument', ['--rank', 'x'], 'correct horse 42', "Unknown option '--rank'"],
  [
    'an unknown role',
    ['--email', 'b@example.test', '--name', 'Boss', '--role', 'caregiver'],
    'correct horse 42',
    'The role must be support, finance or admin',
  ],
  ['an invalid email', ['--email', 'boss', '--name', 'Boss'], 'correct horse 42', 'Enter a valid email'],
  ['a blank name', ['--email', 'b@example.test', '--name', ' '], 'correct horse 42', 'Name is required'],
  ['no password', ['--email', 'b@example.test', '--name', 'Boss'], '', 'Password is required'],
  [
    'a short password',
    ['--email', 'b@example.test', '--name', 'Boss'],
    'short',
    'Password must be at least 8',
  ],
  [
    'a common password',
    ['--email', 'b@example.test', '--name', 'Boss'],
    'password1',
    'This password is too easy to guess',
  ],
])('rejects %s and creates no user', async (_case, args, input, message) => {
  const before = await countUsers()
  const result = await runCreateAdmin(args, input)
  expect(result).toMatchObject({ code: 1, output: '', errors: expect.stringContaining(message) })
  expect(result.errors).not.toMatch(/\n\s+at /)
  expect(await countUsers()).toBe(before)
})
