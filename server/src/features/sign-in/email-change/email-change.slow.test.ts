/**
 * An account's address changes only when its old and its new owner both agree.
 * @see docs/rules/accounts.md#change-of-email
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  findAccount,
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeUser,
  PASSWORD,
  probeToken,
  refreshSession,
  requestResetToken,
  type TestUser,
} from '../../../../test/factories/accounts.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

let counter = 0
function newAddress(): string {
  counter += 1
  return `moved-${counter}@example.test`
}
const makeFamily = () => makeUser(app, { role: 'caretaker' })
const request = (user: TestUser, email: string) => user.client.post('/api/auth/email/change', { email })
const confirm = (side: 'old' | 'new', token: string) =>
  app.visitor.post('/api/auth/email/change/confirm', { side, token })
const stop = (token: string) => app.visitor.post('/api/auth/email/change/stop', { token })
const getPending = async (user: TestUser) => (await user.client.get('/api/auth/email')).body.pending

async function listTokens(email: string): Promise<string[]> {
  const emails = await listEmailsTo(app, email)
  return emails.flatMap(({ text }) => /confirm-email-change\?token=([\w-]+)/.exec(text)?.[1] ?? [])
}

/** Asks for a change. @returns the links' tokens */
async function start(user: TestUser, email: string): Promise<{ old: string; new: string }> {
  expect((await request(user, email)).status).toBe(200)
  const [old] = (await listTokens(user.email)).slice(-1)
  const [fresh] = (await listTokens(email)).slice(-1)
  return { old: old as string, new: fresh as string }
}

it.each([
  ['old', 'new'],
  ['new', 'old'],
] as const)('changes the address once both sides confirmed, %s first', async (first, second) => {
  const user = await makeFamily()
  const email = newAddress()
  const elsewhere = (await logIn(app, user.email)).body
  const tokens = await start(user, email)
  expect(await getPending(user)).toMatchObject({ new_email: email, confirmed: [] })
  expect((await confirm(first, tokens[first])).body).toMatchObject({ is_complete: false })
  expect(await getPending(user)).toMatchObject({ confirmed: [first] })
  expect((await logIn(app, email)).status).toBe(401)
  expect(await findAccount(app, user.email)).toMatchObject({ id: user.id })

  const reset = await requestResetToken(app, user.email)
  expect((await confirm(second, tokens[second])).body).toMatchObject({ is_complete: true })
  expect((await logIn(app, email)).status).toBe(200)
  expect((await logIn(app, user.email)).status).toBe(401)
  // The session that asked goes on, others and links to the old address don't.
  expect((await user.client.get('/api/auth/email')).body).toEqual({ email, pending: null })
  expect((await refreshSession(app, elsewhere.refresh)).status).toBe(401)
  const passwords = { password: 'another long word 7', confirm_password: 'another long word 7' }
  expect(
    (await app.visitor.post('/api/auth/password/reset/confirm', { token: reset, ...passwords })).status,
  ).toBe(400)
  for (const address of [user.email, email]) {
    const subjects = (await listEmailsTo(app, address)).map(({ subject }) => subject)
    expect(subjects).toContain('The email of your Tendwell account was changed')
  }
  const entry = (await listAuditEntries(app, user.id)).find(({ action }) => action === 'email.changed')
  expect(entry).toMatchObject({ before: { email: user.email }, after: { email } })
})

it('needs both links, each once: one side alone changes nothing', async () => {
  const user = await makeFamily()
  const tokens = await start(user, newAddress())
  expect((await confirm('new', tokens.old)).status).toBe(400)
  expect((await confirm('old', tokens.new)).status).toBe(400)
  expect((await confirm('new', tokens.new)).status).toBe(200)
  expect((await confirm('new', tokens.new)).status).toBe(400)
  expect((await confirm('old', 'made-up')).status).toBe(400)
  expect(await findAccount(app, user.email)).toMatchObject({ id: user.id })
})

it('needs the password again ten minutes after login', async () => {
  const user = await makeFamily()
  await app.advance(11)
  const email = newAddress()
  const refused = await request(user, email)
  expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
  expect(await getPending(user)).toBeNull()
  expect(await listEmailsTo(app, email)).toEqual([])
  await user.client.post('/api/auth/reauthenticate', { password: PASSWORD })
  expect((await request(user, email)).status).toBe(200)
})

it('answers the same for a taken address, whose owner gets a mail without a link', async () => {
  const user = await makeFamily()
  const owner = await makeFamily()
  const free = newAddress()
  const withoutTimes = ({ status, body }: Awaited<ReturnType<typeof request>>) => ({
    status,
    body: { ...body, pending: { ...body.pending, new_email: '', expires_at: '' } },
  })
  const answer = withoutTimes(await request(user, owner.email))
  const [old] = (await listTokens(user.email)).slice(-1)
  expect(await listTokens(owner.email)).toEqual([])
  expect((await listEmailsTo(app, owner.email)).at(-1)?.text).toContain('nothing has changed')
  expect((await confirm('old', old as string)).body).toMatchObject({ is_complete: false })
  expect(withoutTimes(await request(user, free))).toEqual(answer)
  expect(await findAccount(app, owner.email)).toMatchObject({ id: owner.id })
})

it('refuses the last step when the address was taken meanwhile', async () => {
  const user = await makeFamily()
  const email = newAddress()
  const tokens = await start(user, email)
  await confirm('new', tokens.new)
  const other = await makeUser(app, { role: 'caretaker', email })
  expect((await confirm('old', tokens.old)).status).toBe(409)
  expect(await findAccount(app, email)).toMatchObject({ id: other.id })
  expect(await findAccount(app, user.email)).toMatchObject({ id: user.id })
})

it("stops a thief: 'this wasn't me' ends the change and all sessions", async () => {
  const user = await makeFamily()
  const tokens = await start(user, newAddress())
  await confirm('new', tokens.new)
  expect((await stop(tokens.new)).status).toBe(400)
  expect((await stop(tokens.old)).status).toBe(200)
  expect((await probeToken(app, user.token)).status).toBe(401)
  expect((await confirm('old', tokens.old)).status).toBe(400)
  expect(await findAccount(app, user.email)).toMatchObject({ id: user.id })
})

it.each([
  [
    'a password change',
    (user: TestUser) =>
      user.client.post('/api/auth/password/change', {
        current_password: PASSWORD,
        password: 'another long word 7',
        confirm_password: 'another long word 7',
      }),
  ],
  ['canceling it', (user: TestUser) => user.client.delete('/api/auth/email/change')],
  ['a newer change', (user: TestUser) => request(user, newAddress())],
  ['a day', () => app.advance(24 * 60 + 1)],
])('ends the links by %s', async (_, act) => {
  const user = await makeFamily()
  const email = newAddress()
  const tokens = await start(user, email)
  await act(user)
  for (const side of ['new', 'old'] as const) expect((await confirm(side, tokens[side])).status).toBe(400)
  expect(await findAccount(app, email)).toBeUndefined()
})

it('refuses the address in use, and tells nobody', async () => {
  const user = await makeFamily()
  const answer = await request(user, user.email.toUpperCase())
  expect([answer.status, answer.body.email]).toEqual([400, ['This is already your email']])
  expect(await listEmailsTo(app, user.email)).toEqual([])
})
