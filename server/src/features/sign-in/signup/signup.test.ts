import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  type AccountEvent,
  findAccount,
  getVerificationToken,
  listEmailsTo,
  logIn,
  makeSignupBody,
  makeUser,
  PASSWORD,
  recordAccountEvents,
  signUp,
  verifyEmail,
} from '../../../../test/factories/accounts.ts'
import { mailbox } from '../../../ports/mailer/tables.ts'
import { mailedTokens, users } from '../../people/tables.ts'
import { hashToken } from '../../people/token-hash.ts'

let app: TestApp
let events: AccountEvent[]
beforeAll(async () => {
  app = await testApp()
  events = recordAccountEvents(app)
})
beforeEach(() => events.splice(0))
afterAll(() => app.close())

describe('sign-up', () => {
  it('creates an unverified account, publishes it and sends a link of which only the hash is stored', async () => {
    const body = makeSignupBody({
      full_name: '  Ada Byron ',
      email: 'Ada@Example.test',
      role: 'caregiver',
      timezone: 'Europe/Paris',
    })
    const answer = await signUp(app, body)
    expect(answer.status).toBe(201)
    const { id } = answer.body.user
    expect(answer.body).toEqual({
      user: {
        id: expect.any(Number),
        full_name: 'Ada Byron',
        email: 'ada@example.test',
        avatar: null,
        role: 'caregiver',
        profile_complete: false,
      },
      message: expect.stringMatching(/^Account created successfully/),
      verification_handle: expect.any(String),
    })
    const row = await findAccount(app, 'ada@example.test')
    expect(row).toMatchObject({ id, emailVerifiedAt: null, isActive: true, role: 'caregiver' })
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)

    const token = await getVerificationToken(app, 'ada@example.test')
    expect(token.length).toBeGreaterThanOrEqual(43)
    const stored = await app.deps.database.select().from(mailedTokens).where(eq(mailedTokens.userId, id))
    expect(stored.map((one) => one.tokenHash)).toEqual([hashToken(token)])
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(events).toEqual([
      { name: 'account.created', userId: id, role: 'caregiver', timezone: 'Europe/Paris' },
    ])
    const [message] = await listEmailsTo(app, 'ada@example.test')
    expect(message?.text).toContain(`${app.deps.publicUrl()}/verify-email?token=${token}`)
    expect(message?.text).not.toContain('Ada Byron')
  })

  it('answers the same for a taken address, changes nothing and emails its owner', async () => {
    const owner = await makeUser(app, { role: 'caretaker', fullName: 'The Owner' })
    const before = await findAccount(app, owner.email)
    const unknown = await signUp(app, makeSignupBody())
    const known = await signUp(
      app,
      makeSignupBody({ email: owner.email.toUpperCase(), full_name: 'Somebody Else' }),
    )
    expect(known.status).toBe(unknown.status)
    expect(known.body.message).toBe(unknown.body.message)
    expect(Object.keys(known.body.user)).toEqual(Object.keys(unknown.body.user))
    expect(known.body.user).toMatchObject({ full_name: 'Somebody Else', email: owner.email })
    expect(known.body.user.id).toBe(unknown.body.user.id + 1)
    expect([...known.headers.keys()].sort()).toEqual([...unknown.headers.keys()].sort())
    expect(await findAccount(app, owner.email)).toEqual(before)

    const emails = await listEmailsTo(app, owner.email)
    expect(emails.map(({ subject }) => subject)).toEqual(['You already have a Tendwell account'])
    expect(emails[0]?.text).not.toContain('verify-email')
    expect(events.filter((event) => event.userId === owner.id)).toHaveLength(1)
  })

  it('creates one account when the same address signs up several times at the same time', async () => {
    const body = makeSignupBody()
    const answers = await Promise.all([signUp(app, body), signUp(app, body), signUp(app, body)])
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
    const rows = await app.deps.database.select().from(users).where(eq(users.email, body.email))
    expect(rows).toHaveLength(1)
    await app.drain()
    expect(new Set(events.map(({ userId }) => userId))).toEqual(new Set([rows[0]?.id]))
  })

  it('gives an unverified account the name, role and password of the newest sign-up', async () => {
    const first = makeSignupBody({ password: 'the first word 1', role: 'caregiver', full_name: 'The First' })
    await signUp(app, first)
    await app.drain()
    events.splice(0)
    const second = { ...first, password: PASSWORD, full_name: 'The Second', timezone: 'Asia/Tokyo' }
    const { body } = await signUp(app, { ...second, role: 'caretaker' })
    const token = await getVerificationToken(app, first.email)
    const answer = await verifyEmail(app, token, body.verification_handle)
    expect(answer.status).toBe(200)
    expect(answer.body.user).toMatchObject({ role: 'caretaker', full_name: 'The Second' })
    const { id } = answer.body.user
    await app.drain()
    expect(events).toEqual([
      { name: 'account.created', userId: id, role: 'caretaker', timezone: 'Asia/Tokyo' },
      { name: 'email.verified', userId: id, role: 'caretaker' },
    ])
    expect((await logIn(app, first.email, 'the first word 1')).status).toBe(401)
    expect((await logIn(app, first.email)).status).toBe(200)
  })

  it('renames the profile of a caregiver who signs up again', async () => {
    const first = makeSignupBody({ role: 'caregiver', full_name: 'The First' })
    await signUp(app, first)
    await app.drain()
    const { body } = await signUp(app, { ...first, full_name: 'The Second' })
    await verifyEmail(app, await getVerificationToken(app, first.email), body.verification_handle)
    const { access } = (await logIn(app, first.email)).body
    const profile = await app.withToken(access).get('/api/auth/caregiver/profile')
    expect(profile.body.full_name).toBe('The Second')
  })

  it.each([
    ['an admin', { role: 'admin' }, 'role', 'Choose Caregiver or Caretaker'],
    ['no role', { role: undefined }, 'role', 'Choose Caregiver or Caretaker'],
    ['no name', { full_name: '  ' }, 'full_name', 'Name is required'],
    [
      'a name over 255 characters',
      { full_name: 'x'.repeat(256) },
      'full_name',
      'Name must be at most 255 characters',
    ],
    ['a NUL in the name', { full_name: 'a\0b' }, 'full_name', expect.any(String)],
    ['a lone surrogate in the name', { full_name: '\ud800' }, 'full_name', expect.any(String)],
    ['a number as name', { full_name: 1e308 }, 'full_name', 'Name is required'],
    ['no email', { email: '' }, 'email', 'Email is required'],
    ['an invalid email', { email: 'ada@' }, 'email', 'Enter a valid email'],
    [
      'an email with a line break',
      { email: 'ada@example.test\r\nBcc: x@example.test' },
      'email',
      'Enter a valid email',
    ],
    ['a list as email', { email: ['ada@example.test'] }, 'email', 'Email is required'],
    ['no password', { password: '' }, 'password', 'Password is required'],
    ['a short password', { password: 'seven77' }, 'password', 'Password must be at least 8 characters'],
    ['a long password', { password: 'x'.repeat(129) }, 'password', 'Password must be at most 128 characters'],
    [
      'a common password',
      { password: 'Password1' },
      'password',
      'This password is too easy to guess. Use a few unrelated words, without your name or email',
    ],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, 'timezone', 'Unknown time zone'],
  ])('rejects %s', async (_case, overrides, field, message) => {
    const countAll = () => app.deps.database.$count(users)
    const before = await countAll()
    const answer = await signUp(app, makeSignupBody(overrides))
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid', request_id: expect.any(String), [field]: [message] })
    expect(typeof answer.body.detail).toBe('string')
    expect(await countAll()).toBe(before)
  })

  it.each<object>([{ is_admin: true }, { id: 1 }, { email_verified: true }, { constructor: 1 }])(
    'rejects the unknown field in %j',
    async (extra) => {
      const body = makeSignupBody(extra)
      const answer = await signUp(app, body)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid', request_id: expect.any(String) })
      expect(await findAccount(app, body.email)).toBeUndefined()
    },
  )

  it('rejects a password made of one’s name', async () => {
    const body = makeSignupBody({ full_name: 'Ada Byron', password: 'AdaByron1' })
    const answer = await signUp(app, body)
    expect([answer.status, answer.body.password]).toEqual([
      400,
      [expect.stringContaining('too easy to guess')],
    ])
    expect(await findAccount(app, body.email)).toBeUndefined()
  })

  it('rejects a common password for new and taken addresses alike', async () => {
    const owner = await makeUser(app, { role: 'caretaker' })
    const known = await signUp(app, makeSignupBody({ email: owner.email, password: 'password1' }))
    const unknown = await signUp(app, makeSignupBody({ password: 'password1' }))
    expect([known.status, unknown.status]).toEqual([400, 400])
    expect({ ...known.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
    expect(await listEmailsTo(app, owner.email)).toEqual([])
  })

  it.each([
    '',
    '{',
    '[]',
    'null',
    '1e309',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    '{"__proto__":{"role":"admin"}}',
  ])('answers 400 to a body of %.20s', async (body) => {
    const answer = await signUp(app, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid', request_id: expect.any(String) })
  })
})

it('sends no email with a line break in its subject or address', async () => {
  await app.drain()
  const emails = await app.deps.database.select().from(mailbox)
  expect(emails.length).toBeGreaterThan(5)
  for (const { recipient, subject } of emails) expect(`${recipient}${subject}`).not.toMatch(/[\r\n]/)
})
