import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  getVerificationToken,
  listEmailsTo,
  makeUser,
  PASSWORD,
} from '../../../../test/factories/accounts.ts'
import { mailbox } from '../../../ports/mailer/tables.ts'
import { mailedTokens, users } from '../tables.ts'
import { hashToken } from '../token-hash.ts'

let app: TestApp
const told: { type: string; userId: number; role: string; timezone?: string | null }[] = []
beforeAll(async () => {
  app = await testApp()
  for (const type of ['account.created', 'email.verified']) {
    app.deps.jobs.subscribe<(typeof told)[number]>(type, 'this test', async (event) => void told.push(event))
  }
})
beforeEach(() => told.splice(0))
afterAll(() => app.close())

let counter = 0
/** A sign-up that is in order, with an address of its own. */
function form(overrides: object = {}) {
  counter += 1
  return {
    full_name: 'Ada Byron',
    email: `ada-${counter}@example.test`,
    password: PASSWORD,
    role: 'caretaker',
    ...overrides,
  }
}
const signUp = (body: unknown) => app.visitor.post('/api/auth/signup/', body)
const logIn = (email: string, password = PASSWORD) =>
  app.visitor.post('/api/auth/login/', { email, password })
const verify = (token: unknown) => app.visitor.post('/api/auth/verify-email/', { token })
const resend = (email: unknown) => app.visitor.post('/api/auth/resend-verification/', { email })
const rowOf = async (email: string) =>
  (await app.deps.database.select().from(users).where(eq(users.email, email)))[0]

describe('sign-up', () => {
  it('makes an unverified account, tells of it and mails a link whose hash alone is stored', async () => {
    const body = form({
      full_name: '  Ada Byron ',
      email: 'Ada@Example.test',
      role: 'caregiver',
      timezone: 'Europe/Paris',
    })
    const answer = await signUp(body)
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
    })
    const row = await rowOf('ada@example.test')
    expect(row).toMatchObject({ id, emailVerifiedAt: null, isActive: true, role: 'caregiver' })
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)

    const token = await getVerificationToken(app, 'ada@example.test')
    expect(token.length).toBeGreaterThanOrEqual(43)
    const stored = await app.deps.database.select().from(mailedTokens).where(eq(mailedTokens.userId, id))
    expect(stored.map((one) => one.tokenHash)).toEqual([hashToken(token)])
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(told).toEqual([
      { type: 'account.created', userId: id, role: 'caregiver', timezone: 'Europe/Paris' },
    ])
    const [letter] = await listEmailsTo(app, 'ada@example.test')
    expect(letter?.text).toContain(`${app.deps.publicUrl()}/verify-email?token=${token}`)
    expect(letter?.text).not.toContain('Ada Byron')
  })

  it('answers a known address with the same words, changes nothing and writes to its owner', async () => {
    const owner = await makeUser(app, { role: 'caretaker', fullName: 'The Owner' })
    const before = await rowOf(owner.email)
    const unknown = await signUp(form())
    const known = await signUp(form({ email: owner.email.toUpperCase(), full_name: 'Somebody Else' }))
    expect(known.status).toBe(unknown.status)
    expect(known.body.message).toBe(unknown.body.message)
    expect(Object.keys(known.body.user)).toEqual(Object.keys(unknown.body.user))
    expect(known.body.user).toMatchObject({ full_name: 'Somebody Else', email: owner.email })
    expect(known.body.user.id).toBe(unknown.body.user.id + 1)
    expect([...known.headers.keys()].sort()).toEqual([...unknown.headers.keys()].sort())
    expect(await rowOf(owner.email)).toEqual(before)

    const letters = await listEmailsTo(app, owner.email)
    expect(letters.map((letter) => letter.subject)).toEqual(['You already have a Tendwell account'])
    expect(letters[0]?.text).not.toContain('verify-email')
    expect(told.filter((event) => event.userId === owner.id)).toHaveLength(1)
  })

  it('makes one account when the same address signs up twice at the same time', async () => {
    const body = form()
    const answers = await Promise.all([signUp(body), signUp(body), signUp(body)])
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
    const rows = await app.deps.database.select().from(users).where(eq(users.email, body.email))
    expect(rows).toHaveLength(1)
    await app.drain()
    expect(told.filter((event) => event.userId === rows[0]?.id)).toHaveLength(1)
  })

  it('lets a repeated sign-up win when its own link is used, and not before', async () => {
    const squatter = form({ password: 'squatters own pass', role: 'caregiver', full_name: 'A Squatter' })
    await signUp(squatter)
    const squattersLink = await getVerificationToken(app, squatter.email)
    await signUp({
      ...squatter,
      password: PASSWORD,
      role: 'caretaker',
      full_name: 'The Owner',
      timezone: 'Asia/Tokyo',
    })
    const ownersLink = await getVerificationToken(app, squatter.email)
    expect(await rowOf(squatter.email)).toMatchObject({ role: 'caregiver', fullName: 'A Squatter' })
    told.splice(0)

    const answer = await verify(ownersLink)
    expect(answer.status).toBe(200)
    expect(answer.body.user).toMatchObject({ role: 'caretaker', full_name: 'The Owner' })
    const { id } = answer.body.user
    await app.drain()
    expect(told).toEqual([
      { type: 'account.created', userId: id, role: 'caretaker', timezone: 'Asia/Tokyo' },
      { type: 'email.verified', userId: id, role: 'caretaker' },
    ])
    expect((await verify(squattersLink)).status).toBe(400)
    expect((await logIn(squatter.email, 'squatters own pass')).status).toBe(401)
    expect((await logIn(squatter.email)).status).toBe(200)
    const stored = await app.deps.database.select().from(mailedTokens).where(eq(mailedTokens.userId, id))
    expect(stored.map((token) => token.signup)).toEqual([null, null])
  })

  it.each([
    ['an admin', { role: 'admin' }, 'role', 'Choose Caregiver or Caretaker'],
    ['no role', { role: undefined }, 'role', 'Choose Caregiver or Caretaker'],
    ['no name', { full_name: '  ' }, 'full_name', 'Name is required'],
    [
      'a caregiver name beyond 25',
      { role: 'caregiver', full_name: 'x'.repeat(26) },
      'full_name',
      'Name must be at most 25 characters',
    ],
    ['a name beyond 255', { full_name: 'x'.repeat(256) }, 'full_name', 'Name must be at most 255 characters'],
    ['a NUL', { full_name: 'a\0b' }, 'full_name', expect.any(String)],
    ['half a character', { full_name: '\ud800' }, 'full_name', expect.any(String)],
    ['a name that is a number', { full_name: 1e308 }, 'full_name', 'Name is required'],
    ['no email', { email: '' }, 'email', 'Email is required'],
    ['no such email', { email: 'ada@' }, 'email', 'Enter a valid email'],
    [
      'an email of two lines',
      { email: 'ada@example.test\r\nBcc: x@example.test' },
      'email',
      'Enter a valid email',
    ],
    ['an email that is a list', { email: ['ada@example.test'] }, 'email', 'Email is required'],
    ['no password', { password: '' }, 'password', 'Password is required'],
    ['a short password', { password: 'seven77' }, 'password', 'Password must be at least 8 characters'],
    ['a long password', { password: 'x'.repeat(129) }, 'password', 'Password must be at most 128 characters'],
    ['a common password', { password: 'Password1' }, 'password', 'This password is too common'],
    ['no such zone', { timezone: 'Mars/Olympus' }, 'timezone', 'Unknown timezone'],
  ])('refuses %s', async (_what, overrides, field, message) => {
    const countAll = () => app.deps.database.$count(users)
    const before = await countAll()
    const answer = await signUp(form(overrides))
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid', request_id: expect.any(String), [field]: [message] })
    expect(typeof answer.body.detail).toBe('string')
    expect(await countAll()).toBe(before)
  })

  it.each<object>([{ is_admin: true }, { id: 1 }, { email_verified: true }, { constructor: 1 }])(
    'refuses the unknown field of %j',
    async (extra) => {
      const body = form(extra)
      const answer = await signUp(body)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid', request_id: expect.any(String) })
      expect(await rowOf(body.email)).toBeUndefined()
    },
  )

  it('refuses a common password before it looks at the address', async () => {
    const owner = await makeUser(app, { role: 'caretaker' })
    const known = await signUp(form({ email: owner.email, password: 'password1' }))
    const unknown = await signUp(form({ password: 'password1' }))
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
    const answer = await signUp(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid', request_id: expect.any(String) })
  })
})

describe('verification', () => {
  it('works once, and tells of it', async () => {
    const body = form()
    const { body: signedUp } = await signUp(body)
    const token = await getVerificationToken(app, body.email)
    told.splice(0)
    const answer = await verify(token)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ user: signedUp.user })
    expect((await rowOf(body.email))?.emailVerifiedAt).not.toBeNull()
    await app.drain()
    expect(told).toEqual([{ type: 'email.verified', userId: signedUp.user.id, role: 'caretaker' }])

    const again = await verify(token)
    expect(again.status).toBe(400)
    expect(again.body.detail).toBe('This verification link was already used')
    await app.drain()
    expect(told).toHaveLength(1)
    expect((await logIn(body.email)).status).toBe(200)
  })

  it('tells of it once when the link is opened twice at the same time', async () => {
    const body = form()
    await signUp(body)
    const token = await getVerificationToken(app, body.email)
    const answers = await Promise.all([verify(token), verify(token), verify(token)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400])
    await app.drain()
    expect(told.filter((event) => event.type === 'email.verified')).toHaveLength(1)
  })

  it('refuses a link after 24 hours, and a new one works', async () => {
    const body = form()
    await signUp(body)
    const token = await getVerificationToken(app, body.email)
    await app.advance(24 * 60 + 1)
    const answer = await verify(token)
    expect(answer.status).toBe(400)
    expect(answer.body.detail).toBe('This verification link has expired')
    expect((await rowOf(body.email))?.emailVerifiedAt).toBeNull()
    await resend(body.email)
    const fresh = await getVerificationToken(app, body.email)
    expect(fresh).not.toBe(token)
    expect((await verify(fresh)).status).toBe(200)
  })

  it.each([
    ['never-issued', 'This verification link is not valid'],
    ['x'.repeat(201), 'This verification link is not valid'],
    ['\0\ud800', 'This verification link is not valid'],
    ['  ', 'Please enter a verification token'],
    [undefined, 'Please enter a verification token'],
    [12, 'Please enter a verification token'],
  ])('refuses the token %j', async (token, detail) => {
    const answer = await verify(token)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ detail, code: 'invalid', request_id: expect.any(String) })
  })

  it('can be asked for again, with an answer that never tells whether the address is known', async () => {
    const waiting = form()
    await signUp(waiting)
    const verified = await makeUser(app, { role: 'caregiver' })
    const answers = await Promise.all([
      resend(waiting.email),
      resend(verified.email),
      resend('nobody@example.test'),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(answers[2]?.body).toEqual(answers[0]?.body)
    expect(answers[0]?.body).toEqual({ message: expect.any(String), is_verified: false })

    expect(await listEmailsTo(app, waiting.email)).toHaveLength(2)
    expect((await listEmailsTo(app, verified.email)).map((letter) => letter.subject)).toEqual([
      'Your email is already verified',
    ])
    expect(await listEmailsTo(app, 'nobody@example.test')).toEqual([])
  })

  describe('of an address that two have signed up with', () => {
    const FIRST = 'the first one’s word 1'
    const SECOND = 'the second one’s word 2'
    const NEW_PASSWORD = 'the owner’s newest word 3'

    /** Neither knows of the other; the address is of one of them, who asks for the letter again. */
    async function contested() {
      const first = form({ password: FIRST, full_name: 'The First' })
      await signUp(first)
      await signUp({ ...first, password: SECOND, role: 'caregiver', full_name: 'The Second' })
      return first.email
    }
    const asked = async (email: string) => {
      await resend(email)
      return (await listEmailsTo(app, email)).at(-1)?.text ?? ''
    }
    const choosePassword = (text: string) =>
      app.visitor.post('/api/auth/password/reset/confirm/', {
        token: /\/reset-password\?token=([\w-]+)/.exec(text)?.[1],
        password: NEW_PASSWORD,
        confirm_password: NEW_PASSWORD,
      })

    it.each(['after', 'before'])(
      'mails a link that lets in neither by what they chose, asked for %s the letters go out',
      async (when) => {
        const email = await contested()
        if (when === 'after') await app.drain()
        const letter = await asked(email)
        expect(letter).not.toContain('/verify-email')
        expect((await choosePassword(letter)).status).toBe(200)
        expect((await rowOf(email))?.emailVerifiedAt).not.toBeNull()
        expect((await logIn(email, FIRST)).status).toBe(401)
        expect((await logIn(email, SECOND)).status).toBe(401)
        expect((await logIn(email, NEW_PASSWORD)).status).toBe(200)
        const links = (await listEmailsTo(app, email)).flatMap(
          ({ text }) => /verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? [],
        )
        expect(links).toHaveLength(2)
        for (const link of links) expect((await verify(link)).status).toBe(400)
      },
    )

    it('still does so after the links have long ended', async () => {
      const email = await contested()
      await app.drain()
      await app.advance(200 * 24 * 60)
      expect(await asked(email)).toContain('/reset-password?token=')
    })

    it('says which letter is of a repeated sign-up', async () => {
      const email = await contested()
      const letters = await listEmailsTo(app, email)
      expect(letters.map(({ text }) => text.includes('signed up with this address again'))).toEqual([
        false,
        true,
      ])
      expect(JSON.stringify(letters)).not.toMatch(/The First|The Second/)
    })
  })

  it.each(['', 'nobody', null, 7, { at: 1 }])('refuses to resend to %j', async (email) => {
    const answer = await resend(email)
    expect(answer.status).toBe(400)
    expect(answer.body.email).toEqual([expect.any(String)])
  })
})

it('sends no letter with a line end in its subject or address', async () => {
  await app.drain()
  const letters = await app.deps.database.select().from(mailbox)
  expect(letters.length).toBeGreaterThan(5)
  for (const { recipient, subject } of letters) expect(`${recipient}${subject}`).not.toMatch(/[\r\n]/)
})
