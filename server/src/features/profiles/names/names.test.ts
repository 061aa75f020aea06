/** A name that isn't allowed is refused wherever a person can enter one. @see docs/rules/accounts.md#names */
import { DAY_MS } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { findAccount, listEmailsTo, makeSignupBody, signUp } from '../../../../test/factories/accounts.ts'
import { makeRequest } from '../../../../test/factories/bookings.ts'
import { makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../../../../test/identity-provider.ts'

const NAME = 'TendweII Billing'
const MESSAGE = 'This name is reserved. Please enter your own name'

let app: TestApp
let google: TestIdentityProvider
beforeAll(async () => {
  google = await startIdentityProvider()
  app = await testApp(google.settings)
})
afterAll(async () => {
  await app.close()
  await google.stop()
})

it('at sign-up, where no account is made', async () => {
  const body = makeSignupBody({ full_name: NAME })
  const answer = await signUp(app, body)
  expect([answer.status, answer.body.full_name]).toEqual([400, [MESSAGE]])
  expect(await findAccount(app, body.email)).toBeUndefined()
  const allowed = await signUp(app, makeSignupBody({ full_name: "  Mary-Jane   d'Arc " }))
  expect([allowed.status, allowed.body.user.full_name]).toEqual([201, "Mary-Jane d'Arc"])
})

it.each(['caretaker', 'caregiver'])('at the sign-up of a %s with more than 255 characters', async (role) => {
  const send = (length: number) => signUp(app, makeSignupBody({ role, full_name: 'x'.repeat(length) }))
  expect((await send(255)).status).toBe(201)
  expect((await send(256)).body.full_name).toEqual(['Name must be at most 255 characters'])
})

it('cuts a very long one in mails, and keeps it in the notification', async () => {
  const name = `Anna ${'x'.repeat(250)}`
  const family = await makeFamily(app, { name })
  const { caregiver } = await makeRequest(app, { family })
  const [mail] = (await listEmailsTo(app, caregiver.email)).filter(({ text }) => text.includes('Anna x'))
  expect(mail?.text).toContain(`${name.slice(0, 79)}…`)
  expect(mail?.text).not.toContain(name.slice(0, 81))
  const { body } = await caregiver.client.get('/api/notifications')
  expect(body.results[0].payload.message).toContain(name)
})

it('in a contact message', async () => {
  const message = { name: NAME, email: 'ada@example.test', subject: 'A question', message: 'Hello' }
  const { status, body } = await app.visitor.post('/api/contact', message)
  expect([status, body.name]).toEqual([400, [MESSAGE]])
})

it('in both profiles, which keep the stored one', async () => {
  const people = [
    { ...(await makeFamily(app, { name: 'Fay Family' })), path: '/api/auth/caretaker/profile', most: 255 },
    { ...(await makeCaregiver(app, { name: 'Clara Carer' })), path: '/api/auth/caregiver/profile', most: 25 },
  ]
  for (const { client, path, fullName, most } of people) {
    const { body: profile } = await client.get(path)
    const { city, country, hourly_rate_usd, languages, skills, description } = profile
    const whole = { city, country, hourly_rate_usd, languages, skills, description }
    const details = path.includes('caregiver') ? whole : {}
    const problems = [
      [NAME, MESSAGE],
      ['x'.repeat(most + 1), `Name must be at most ${most} characters`],
    ] as const
    for (const [name, message] of problems) {
      const { status, body } = await client.put(path, { ...details, editable_full_name: name })
      expect([status, body.editable_full_name]).toEqual([400, [message]])
    }
    expect((await client.get(path)).body.full_name).toBe(fullName)
  }
})

it.each([
  ['family', makeFamily, 'put', '/api/auth/caretaker/profile'],
  [
    'caregiver',
    (on: TestApp, details: { name: string }) => makeCaregiver(on, { ...details, verified: false }),
    'patch',
    '/api/auth/caregiver/profile',
  ],
] as const)(
  'after two changes of a %s within a year, however often the name is sent',
  async (_role, make, method, path) => {
    const { client, id } = await make(app, { name: 'Ada Byron' })
    const send = (name: string) => client[method](path, { editable_full_name: name })
    for (const name of ['Ada King', 'Ada King', 'Ada Lovelace', 'Ada Lovelace']) {
      expect((await send(name)).status).toBe(200)
    }
    const refused = await send('Thank you')
    expect(refused.status).toBe(400)
    expect(refused.body.editable_full_name[0]).toMatch(
      /^You’ve changed your name twice within a year. You can change it again from \w+, \w+ \d+, \d{4}$/,
    )
    expect((await client.get(path)).body.full_name).toBe('Ada Lovelace')
    expect((await client[method](path, { city: 'Boston' })).status).toBe(200)

    const year = new Date(app.deps.clock.now().getTime() - 366 * DAY_MS)
    await app.deps.database.transaction(async (transaction) => {
      await transaction.execute(sql`SET LOCAL tendwell.erasing = 'on'`)
      await transaction.execute(sql`UPDATE audit_log SET at = ${year.toISOString()}
      WHERE id = (SELECT min(id) FROM audit_log WHERE action = 'account.renamed' AND actor_id = ${id})`)
    })
    expect((await send('Ada Byron')).status).toBe(200)
    expect((await send('Ada King')).status).toBe(400)
  },
)

it('in a Google account, of which the valid words are kept, also in mails', async () => {
  const credential = await google.sign(google.makeClaims({ name: 'Ada https://evil.example Byron' }))
  const { status, body } = await app.visitor.post('/api/auth/google', { credential, role: 'caretaker' })
  expect([status, body.user.full_name, body.message]).toEqual([200, 'Ada Byron', 'Welcome, Ada Byron'])
  const emails = await listEmailsTo(app, body.user.email)
  expect(emails.length).toBeGreaterThan(0)
  for (const { text } of emails) expect(text).not.toMatch(/evil/)
})
