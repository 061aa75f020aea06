/**
 * What an owner's mailbox takes back from a thief, and what a thief in the mailbox can't take.
 * @see docs/rules/accounts.md#this-wasnt-me
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../../test/app.ts'
import {
  findAccount,
  findLinkToken,
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeUser,
  PASSWORD,
  requestResetToken,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { addApp, addPasskey, logInTwice, startLogin } from '../../../../test/factories/two-step.ts'
import { signText } from '../../../platform/secrets.ts'

const NEW_PASSWORD = 'another quiet river 7'
const DAY = 24 * 60

let app: TestApp
let counter = 0
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** An owner whose account is older than a thief's device. */
const makeOwner = async () => {
  const owner = await makeUser(app, { role: 'caregiver' })
  await app.advance(1)
  return owner
}
/** Logs in with the stolen password on a device that is new to the account. */
const breakIn = async ({ email }: TestUser): Promise<Client> =>
  app.withToken((await logIn(app, email)).body.access)
const listLinks = async (email: string): Promise<string[]> =>
  (await listEmailsTo(app, email)).flatMap(({ text }) => /\/not-me\?token=(\S+)/.exec(text)?.[1] ?? [])
const findLink = async (email: string) => (await listLinks(email)).at(-1) ?? 'no link'
const press = (token: string) => app.visitor.post('/api/auth/not-me', { token })
const choose = (token: string, password = NEW_PASSWORD) =>
  app.visitor.post('/api/auth/password/reset/confirm', { token, password, confirm_password: password })
const isTwoStepOn = async ({ email }: TestUser) => (await findAccount(app, email))?.twoStepAt !== null

describe('a thief with the password, who adds a factor,', () => {
  it.each([
    ['a passkey', (client: Client) => addPasskey(app, client, { name: 'Thief' })],
    ['an app', (client: Client) => addApp(app, client)],
  ])('loses it by “This wasn’t me”: %s', async (_, add) => {
    const owner = await makeOwner()
    const thief = await breakIn(owner)
    await add(thief)
    const token = await findLink(owner.email)
    const { status, body } = await press(token)
    expect([status, body.kind, body.removed.length, body.is_email_restored]).toEqual([
      200,
      'two_step',
      1,
      false,
    ])

    expect((await thief.get('/api/notifications')).status).toBe(401)
    expect((await logIn(app, owner.email)).status).toBe(400)
    expect((await choose(body.reset_token)).status).toBe(200)
    expect((await logIn(app, owner.email, NEW_PASSWORD)).status).toBe(200)
    expect((await logIn(app, owner.email)).status).toBe(401)
    expect((await press(token)).body.detail).toBe('This link was already used')
    expect((await listAuditEntries(app, owner.id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.change-disowned', 'two-step.factor-removed', 'two-step.turned-off']),
    )
    const mail = (await listEmailsTo(app, owner.email)).find(({ subject }) => subject.includes('secured'))
    expect(mail?.text).toContain('We removed the')
  })

  it('loses it by a password reset, which says so', async () => {
    const owner = await makeOwner()
    const thief = await breakIn(owner)
    const { codes } = await addPasskey(app, thief, { name: 'Thief' })
    expect(codes).toHaveLength(10)
    expect((await choose(await requestResetToken(app, owner.email))).status).toBe(200)
    expect((await logIn(app, owner.email, NEW_PASSWORD)).status).toBe(200)
    expect((await thief.get('/api/notifications')).status).toBe(401)
    const mail = (await listEmailsTo(app, owner.email)).find(({ subject }) => subject.includes('was changed'))
    expect(mail?.text).toContain('We also removed the passkey “Thief”')
  })

  it('loses it when the owner logs that device out by the mail about its login, whose page says so', async () => {
    const owner = await makeOwner()
    const thief = await breakIn(owner)
    await addPasskey(app, thief, { name: 'Thief' })
    const texts = (await listEmailsTo(app, owner.email)).map(({ text }) => text).join('\n')
    const token = /\/end-session\?token=(\S+)/.exec(texts)?.[1]
    const { body } = await app.visitor.post('/api/auth/sessions/end', { token })
    expect(body.message).toBe('The device was logged out, and we removed the passkey “Thief”')
    expect(await isTwoStepOn(owner)).toBe(false)
    const subjects = (await listEmailsTo(app, owner.email)).map(({ subject }) => subject)
    expect(subjects).toContain('A passkey was removed from your Tendwell account')
    const again = await app.visitor.post('/api/auth/sessions/end', { token })
    expect(again.body.message).toBe('The device was logged out')
  })

  it('loses it when the owner stops the change of email that they asked for', async () => {
    const owner = await makeOwner()
    const thief = await breakIn(owner)
    await addPasskey(app, thief, { name: 'Thief' })
    await thief.post('/api/auth/email/change', { email: `stop-${owner.email}` })
    const token = await findLinkToken(app, owner.email, 'confirm-email-change')
    expect((await app.visitor.post('/api/auth/email/change/stop', { token })).status).toBe(200)
    expect(await isTwoStepOn(owner)).toBe(false)
  })

  it('loses every factor of that device, by the link about any of them', async () => {
    const owner = await makeOwner()
    const thief = await breakIn(owner)
    await addPasskey(app, thief, { name: 'One' })
    await addApp(app, thief)
    await addPasskey(app, thief, { name: 'Three' })
    expect((await press(await findLink(owner.email))).body.removed).toHaveLength(3)
    expect(await isTwoStepOn(owner)).toBe(false)
  })

  it('keeps nothing by waiting until the owner has reset the password', async () => {
    const owner = await makeOwner()
    const { secret } = await addApp(app, owner.client)
    await app.advance(8 * DAY)
    // A phished code: the thief's device gives a second step once.
    const { client: thief } = await logInTwice(app, owner, { secret })
    await addPasskey(app, thief, { name: 'Thief' })
    await choose(await requestResetToken(app, owner.email))
    const { methods } = await startLogin(app, owner.email, NEW_PASSWORD)
    expect(methods).toEqual(['app'])
    expect((await press((await listLinks(owner.email)).at(-2) ?? '')).status).toBe(200)
    expect(await isTwoStepOn(owner)).toBe(true)
  })
})

describe('a thief with the mailbox alone', () => {
  it('can’t strip a factor that is older than 7 days, by a link or a reset', async () => {
    const owner = await makeOwner()
    await addApp(app, owner.client)
    const link = await findLink(owner.email)
    await app.advance(7 * DAY)
    expect((await press(link)).body.detail).toMatch(/^This link has expired/)
    expect((await choose(await requestResetToken(app, owner.email))).status).toBe(200)
    expect((await press(await findLink(owner.email))).status).toBe(200)
    const { methods } = await startLogin(app, owner.email, NEW_PASSWORD).catch(() => ({ methods: ['none'] }))
    expect(methods).toEqual(['none'])
    expect(await isTwoStepOn(owner)).toBe(true)
  })

  it('can’t strip a fresh factor of the account’s own device by a reset', async () => {
    const owner = await makeOwner()
    await addPasskey(app, owner.client)
    await choose(await requestResetToken(app, owner.email))
    expect((await startLogin(app, owner.email, NEW_PASSWORD)).methods).toEqual(['passkey', 'recovery_code'])
  })

  it('leaves older factors alone when a new one is removed', async () => {
    const owner = await makeOwner()
    const { secret } = await addApp(app, owner.client)
    await app.advance(8 * DAY)
    const { client } = await logInTwice(app, owner, { secret })
    await addPasskey(app, client, { name: 'New' })
    expect((await press(await findLink(owner.email))).body.removed).toEqual([
      { method: 'passkey', name: 'New' },
    ])
    expect(await isTwoStepOn(owner)).toBe(true)
  })

  it.each([
    ['made up', () => 'made.up'],
    ['signed for another purpose', () => signText(app.deps.secrets, 'end-session', 'x')],
  ])('can’t use a link that is %s', async (_, make) => {
    expect((await press(make())).body.detail).toBe('This link is not valid')
  })

  it('can’t use the link of a deactivated account', async () => {
    const owner = await makeOwner()
    await addPasskey(app, owner.client)
    const link = await findLink(owner.email)
    const admin = await makeUser(app, { role: 'admin' })
    const body = { is_active: false, reason: 'Asked for it' }
    await admin.client.post(`/api/admin-panel/users/${owner.id}/status`, body)
    const row = await findAccount(app, owner.email)
    expect([row?.isActive, (await press(link)).status]).toEqual([false, 403])
  })
})

describe('a changed password', () => {
  it('is taken back by a link that works once, even when it is pressed five times at the same time', async () => {
    const owner = await makeOwner()
    const thief = await breakIn(owner)
    const body = { current_password: PASSWORD, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
    expect((await thief.post('/api/auth/password/change', body)).status).toBe(200)
    const link = await findLink(owner.email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => press(link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    expect((await logIn(app, owner.email, NEW_PASSWORD)).status).toBe(400)
    expect((await thief.get('/api/notifications')).status).toBe(401)
  })
})

describe('a changed email', () => {
  async function steal(owner: TestUser): Promise<string> {
    const thief = await breakIn(owner)
    counter += 1
    const email = `thief-${counter}-${process.pid}@example.test`
    expect((await thief.post('/api/auth/email/change', { email })).status).toBe(200)
    for (const [address, side] of [
      [owner.email, 'old'],
      [email, 'new'],
    ] as const) {
      const texts = (await listEmailsTo(app, address)).map(({ text }) => text).join('\n')
      const token = /confirm-email-change\?token=([\w-]+)/.exec(texts)?.[1]
      expect((await app.visitor.post('/api/auth/email/change/confirm', { token, side })).status).toBe(200)
    }
    return email
  }

  it('is put back by the old address, and can’t be changed again for 48 hours', async () => {
    const owner = await makeOwner()
    const email = await steal(owner)
    expect(await listLinks(email)).toEqual([])
    const { status, body } = await press(await findLink(owner.email))
    expect([status, body.is_email_restored]).toEqual([200, true])
    expect(await findAccount(app, email)).toBeUndefined()
    expect(await findAccount(app, owner.email)).toMatchObject({ id: owner.id })

    await choose(body.reset_token)
    const change = async () => {
      const client = app.withToken((await logIn(app, owner.email, NEW_PASSWORD)).body.access)
      return client.post('/api/auth/email/change', { email: `next-${email}` })
    }
    const refused = await change()
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringMatching(/^You told us that a change wasn’t you. You can change your email from .* UTC$/),
    ])
    await app.advance(48 * 60)
    expect((await change()).status).toBe(200)
  })

  it('is not put back when the old address has another account by now', async () => {
    const owner = await makeOwner()
    const email = await steal(owner)
    await makeUser(app, { role: 'caretaker', email: owner.email })
    expect((await press(await findLink(owner.email))).status).toBe(409)
    expect(await findAccount(app, email)).toMatchObject({ id: owner.id })
  })
})

it('is not ended by a press about another change, and each says what it did', async () => {
  const owner = await makeOwner()
  const thief = await breakIn(owner)
  const body = { current_password: PASSWORD, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
  await thief.post('/api/auth/password/change', body)
  const first = await findLink(owner.email)
  await app.advance(1)
  await addPasskey(app, thief)
  const second = await findLink(owner.email)
  expect((await press(second)).body.removed).toHaveLength(1)
  expect((await press(first)).body).toMatchObject({ kind: 'password', removed: [] })
})
