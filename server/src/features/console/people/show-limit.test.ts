/** Staff can open the details of 60 people a day. @see docs/rules/console.md#what-is-read-is-recorded */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { makePaidRequest } from '../../../../test/factories/bookings.ts'
import {
  logInAgain,
  makeCaregiver,
  makeFamily,
  makePicture,
  setVerificationStatus,
  toForm,
} from '../../../../test/factories/profiles.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { audit, auditLog } from '../../people/index.ts'

let app: TestApp
let admin: TestUser
let support: TestUser
let requestId: number
let family: TestUser
beforeAll(async () => {
  app = await testApp()
  // An hour into the day, so that it doesn't end under way.
  await app.advance(
    MINUTES_PER_DAY + 60 - (Math.floor(app.deps.clock.now().getTime() / 60_000) % MINUTES_PER_DAY),
  )
  admin = await makeUser(app, { role: 'admin' })
  support = await makeUser(app, { role: 'admin', staffRole: 'support', fullName: 'Sina Support' })
  const caregiver = await makeCaregiver(app)
  family = await makeFamily(app)
  const date = dateIn(app, 7)
  await openHours(caregiver, date)
  const windows = [{ date, start: '09:00', end: '11:00' }]
  requestId = (await makePaidRequest(app, { caregiver, family, windows })).id
})
afterAll(() => app.close())

const panel = '/api/admin-panel'
const showContact = (personId: number, client = support.client) =>
  client.post(`${panel}/people/${personId}/contact/show`, { reason: 'help' })
const countShownContacts = ({ id }: TestUser) =>
  app.deps.database.$count(auditLog, and(eq(auditLog.actorId, id), eq(auditLog.action, 'contact.opened')))
const listLimitMails = async () =>
  (await listEmailsTo(app, admin.email)).filter(({ subject }) => /details of 60 people/.test(subject))

it('ends at 60 people a day, counts a person once, and mails the admins once', async () => {
  const first = await makeFamily(app)
  expect((await showContact(first.id)).status).toBe(200)
  for (let count = 2; count < 60; count += 1)
    expect((await showContact((await makeFamily(app)).id)).status).toBe(200)
  expect((await showContact(first.id)).status).toBe(200)
  await app.drain()
  expect(await listLimitMails()).toEqual([])

  const visit = `${panel}/bookings/${requestId}/visit/show`
  expect((await support.client.post(visit, { reason: 'booking' })).status).toBe(200)
  const shown = await countShownContacts(support)
  const refused = await showContact((await makeFamily(app)).id)
  expect(refused).toMatchObject({
    status: 429,
    body: {
      detail:
        'You have opened the details of 60 people today, which is the most in a day. You can open those of others after midnight UTC',
    },
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600)
  expect(await countShownContacts(support)).toBe(shown)
  // Those of the same people stay open: a booking counts as its family.
  expect((await showContact(family.id)).status).toBe(200)
  const messages = `${panel}/bookings/${requestId}/messages?reason=booking`
  expect((await support.client.get(messages)).status).toBe(200)
  await app.drain()
  const [notice, ...more] = await listLimitMails()
  expect(more).toEqual([])
  expect(notice?.text).toContain('Sina Support')

  await app.advance(MINUTES_PER_DAY)
  expect((await showContact((await makeFamily(app)).id, await logInAgain(app, support))).status).toBe(200)
})

it('counts calls at the same moment one after another', async () => {
  const other = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  const people = []
  for (let count = 0; count < 63; count += 1) people.push(await makeFamily(app))
  const answers = await Promise.all(people.map(({ id }) => showContact(id, other.client)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  expect(await countShownContacts(other)).toBe(60)
})

it('counts identity papers of people with nothing waiting, and never those of people who wait', async () => {
  const other = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const makeOwner = async (status: 'pending' | 'verified') => {
    const owner = await makeCaregiver(app, { verified: false })
    const form = toForm({ gov_id_front: { content: await makePicture('png'), name: 'passport.png' } })
    expect((await owner.client.upload('/api/auth/caregiver/documents', form)).status).toBe(200)
    if (status === 'verified') await setVerificationStatus(app, owner.id, status)
    const { body } = await other.client.get(`${panel}/people/${owner.id}`)
    return { owner, open: () => other.client.get(body.caregiver.documents[0].url) }
  }
  const countOpened = ({ id }: TestUser) =>
    app.deps.database.$count(
      auditLog,
      and(eq(auditLog.action, 'document.opened'), eq(auditLog.subject, `user:${id}`)),
    )
  await withTransaction(app.deps.database, async (transaction) => {
    for (let count = 1; count <= 58; count += 1) {
      const entry = {
        actorId: other.id,
        action: 'contact.opened' as const,
        subject: `user:${900_000 + count}`,
      }
      await audit(transaction, { at: app.deps.clock.now(), address: null, ...entry })
    }
  })
  const [pending, first, second, third] = [
    await makeOwner('pending'),
    await makeOwner('verified'),
    await makeOwner('verified'),
    await makeOwner('verified'),
  ]
  for (const { open } of [pending, first, first, second]) expect((await open()).status).toBe(200)
  const refused = await third.open()
  expect([refused.status, refused.body.detail]).toEqual([
    429,
    expect.stringMatching(/^You have opened the details/),
  ])
  expect(await countOpened(third.owner)).toBe(0)
  expect((await showContact((await makeFamily(app)).id, other.client)).status).toBe(429)
  expect((await (await makeOwner('pending')).open()).status).toBe(200)
  expect((await second.open()).status).toBe(200)
  await app.drain()
  expect((await listLimitMails()).filter(({ text }) => text.includes(`actor=${other.id}`))).toHaveLength(1)

  // A report about them has to be looked into.
  const report = { kind: 'profile', id: third.owner.id, reason: 'false_information' }
  expect((await (await makeFamily(app)).client.post('/api/reports', report)).status).toBe(201)
  expect((await third.open()).status).toBe(200)
  expect(await countOpened(third.owner)).toBe(1)
})
