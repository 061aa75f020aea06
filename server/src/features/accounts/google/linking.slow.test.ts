/** Google sign-in leaves a stranger nothing of an account, and its owner can see and remove each link. @see docs/rules/accounts.md#google-sign-in */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  findAccount,
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeSignupBody,
  makeUser,
  PASSWORD,
  requestResetToken,
  signUp,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../../../../test/identity-provider.ts'
import { caregiverProfiles, caretakerProfiles } from '../../profiles/tables.ts'

let google: TestIdentityProvider
let app: TestApp
beforeAll(async () => {
  google = await startIdentityProvider()
  app = await testApp(google.settings)
})
afterAll(async () => {
  await app.close()
  await google.stop()
})

const signIn = async (claims: object, role = 'caretaker') =>
  app.visitor.post('/api/auth/google', {
    credential: await google.sign(google.makeClaims({ ...claims })),
    role,
  })
const listLinks = async ({ client }: Pick<TestUser, 'client'>) =>
  (await client.get('/api/auth/identities')).body.results
const listSubjects = async (email: string) => (await listEmailsTo(app, email)).map(({ subject }) => subject)

const ADDED = 'Google sign-in was added to your Tendwell account'
const REMOVED = 'Google sign-in was removed from your Tendwell account'

describe('taking over an unverified account', () => {
  it.each([
    ['caregiver', 'caretaker'],
    ['caretaker', 'caregiver'],
    ['caregiver', 'caregiver'],
  ])(
    'replaces the name and role of a squatting %s by Google’s name and the role of a %s',
    async (squatted, role) => {
      const email = `squatted-${squatted}-${role}@example.test`
      await signUp(app, makeSignupBody({ email, role: squatted, full_name: 'A Squatter' }))
      await app.drain()
      const answer = await signIn({ email, name: 'The Owner' }, role)
      expect(answer.body.user).toMatchObject({ full_name: 'The Owner', role })
      expect(answer.body.message).toBe('Welcome, The Owner')
      await app.drain()
      expect(await findAccount(app, email)).toMatchObject({ fullName: 'The Owner', role, passwordHash: null })
      expect((await logIn(app, email)).status).toBe(401)

      const { id } = answer.body.user
      const { database } = app.deps
      const asCaregiver = await database
        .select()
        .from(caregiverProfiles)
        .where(eq(caregiverProfiles.userId, id))
      const asFamily = await database.select().from(caretakerProfiles).where(eq(caretakerProfiles.userId, id))
      expect([asCaregiver.length, asFamily.length]).toEqual(role === 'caregiver' ? [1, 0] : [0, 1])
      const profile = await app.withToken(answer.body.access).get(`/api/auth/${role}/profile`)
      expect([profile.status, profile.body.full_name]).toEqual([200, 'The Owner'])
    },
  )

  it('tells the owner that the earlier password no longer works', async () => {
    const email = 'told@example.test'
    await signUp(app, makeSignupBody({ email }))
    await signIn({ email })
    const mail = (await listEmailsTo(app, email)).find(({ subject }) => subject === ADDED)
    expect(mail?.text).toContain('no longer works')
  })
})

describe('the list of sign-in methods', () => {
  it('shows a link and its day, to its owner alone', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const other = await makeUser(app, { role: 'caretaker' })
    expect(await listLinks(user)).toEqual([])
    await signIn({ email: user.email })
    expect(await listLinks(user)).toEqual([
      { id: expect.any(Number), provider: 'Google', linked_at: expect.any(String), can_remove: true },
    ])
    expect(await listLinks(other)).toEqual([])
    expect((await app.visitor.get('/api/auth/identities')).status).toBe(401)
  })

  it('mails the owner of a known account when a link is added, but not at later logins', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const claims = { email: user.email, sub: `of-${user.id}` }
    await signIn(claims)
    await signIn(claims)
    expect((await listSubjects(user.email)).filter((subject) => subject === ADDED)).toHaveLength(1)
    await signIn({ email: 'made-by-google@example.test' })
    expect(await listSubjects('made-by-google@example.test')).not.toContain(ADDED)
  })
})

describe('removing a link', () => {
  it('ends this way in, and mails the owner', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const claims = { email: user.email, sub: `of-${user.id}` }
    await signIn(claims)
    const [link] = await listLinks(user)
    const path = `/api/auth/identities/${link.id}`
    expect((await user.client.delete(path)).status).toBe(204)
    expect(await listLinks(user)).toEqual([])
    expect((await listSubjects(user.email)).at(-1)).toBe(REMOVED)
    expect((await listAuditEntries(app, user.id)).at(-1)).toMatchObject({
      action: 'identity.unlinked',
      actorId: user.id,
    })
    expect((await user.client.delete(path)).status).toBe(404)
    expect((await logIn(app, user.email, PASSWORD)).status).toBe(200)
  })

  it('is refused while it is the only way in', async () => {
    const email = 'google-only@example.test'
    const { body } = await signIn({ email })
    const owner = { client: app.withToken(body.access) }
    const [link] = await listLinks(owner)
    expect(link.can_remove).toBe(false)
    const refused = await owner.client.delete(`/api/auth/identities/${link.id}`)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Google is your only way to log in. Set a password first, with Forgot Password',
    ])
    expect(await listLinks(owner)).toHaveLength(1)
    expect(await listSubjects(email)).not.toContain(REMOVED)

    const token = await requestResetToken(app, email)
    const reset = { token, password: PASSWORD, confirm_password: PASSWORD }
    await app.visitor.post('/api/auth/password/reset/confirm', reset)
    const { access } = (await logIn(app, email, PASSWORD)).body
    expect((await app.withToken(access).delete(`/api/auth/identities/${link.id}`)).status).toBe(204)
  })

  it('leaves one of two links that are removed at the same time without a password', async () => {
    const email = 'two-links@example.test'
    const { body } = await signIn({ email, sub: 'first-of-two' })
    await signIn({ email, sub: 'second-of-two' })
    const owner = { client: app.withToken(body.access) }
    const links = await listLinks(owner)
    expect(links).toHaveLength(2)
    const answers = await Promise.all(
      links.map(({ id }: { id: number }) => owner.client.delete(`/api/auth/identities/${id}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await listLinks(owner)).toHaveLength(1)
  })

  it('is refused to everyone else', async () => {
    const owner = await makeUser(app, { role: 'caretaker' })
    const stranger = await makeUser(app, { role: 'caretaker' })
    await signIn({ email: owner.email })
    const [link] = await listLinks(owner)
    expect((await stranger.client.delete(`/api/auth/identities/${link.id}`)).status).toBe(404)
    expect(await listLinks(owner)).toHaveLength(1)
  })
})
