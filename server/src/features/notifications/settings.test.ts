/** @see docs/rules/chat-and-notifications.md#notification-settings */
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../../test/factories/availability.ts'
import { makeFamily, makePaidRequest, makeRequest } from '../../../test/factories/bookings.ts'
import { mailbox } from '../../ports/mailer/tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const change = (user: TestUser, body: object) => user.client.patch('/api/notifications/settings', body)
const findSetting = async (user: TestUser, kind: string) => {
  const { body } = await user.client.get('/api/notifications/settings')
  return body.settings.find((setting: { kind: string }) => setting.kind === kind)
}
const countUnread = async (user: TestUser) => {
  await app.drain()
  return (await user.client.get('/api/notifications')).body.count
}

async function makeCaregiver(): Promise<TestUser> {
  const caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, dateIn(app, 7))
  return caregiver
}

async function findUnsubscribeUrl(email: string): Promise<string | null> {
  await app.drain()
  const [row] = await app.deps.database
    .select({ url: mailbox.unsubscribeUrl })
    .from(mailbox)
    .where(eq(mailbox.recipient, email))
    .orderBy(desc(mailbox.id))
    .limit(1)
  return row?.url ?? null
}

const postOneClick = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

test('everything is on until it is switched off, one channel at a time', async () => {
  const family = await makeFamily(app)
  const { body } = await family.client.get('/api/notifications/settings')
  expect(body.settings).toHaveLength(8)
  expect(body.settings.every((setting: Record<string, unknown>) => setting.in_app && setting.email)).toBe(
    true,
  )
  expect((await change(family, { kind: 'messages', email: false })).status).toBe(200)
  expect((await change(family, { kind: 'messages', in_app: false })).status).toBe(200)
  const off = { kind: 'messages', in_app: false, email: false, always_on: [] }
  expect(await findSetting(family, 'messages')).toEqual(off)
  expect(await findSetting(family, 'requests')).toMatchObject({ in_app: true, email: true })
  expect(await findSetting(await makeFamily(app), 'messages')).toMatchObject({ email: true })
})

test.each([
  ['bookings', 'email'],
  ['disputes', 'email'],
  ['security', 'email'],
  ['security', 'in_app'],
])('refuses to switch off %s by %s', async (kind, channel) => {
  const family = await makeFamily(app)
  const answer = await change(family, { kind, [channel]: false })
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, expect.arrayContaining([channel])])
  expect(await findSetting(family, kind)).toMatchObject({ in_app: true, email: true })
})

test('admins have no settings', async () => {
  const admin = await makeUser(app, { role: 'admin' })
  expect((await admin.client.get('/api/notifications/settings')).status).toBe(403)
})

test('sends no email of a kind that is off, and still shows it in the bell', async () => {
  const caregiver = await makeCaregiver()
  await change(caregiver, { kind: 'requests', email: false })
  await makeRequest(app, { caregiver })
  expect(await countUnread(caregiver)).toBe(1)
  expect(await listEmailsTo(app, caregiver.email)).toEqual([])
})

test('keeps a kind that is off in the app out of the bell, and still mails it', async () => {
  const caregiver = await makeCaregiver()
  await change(caregiver, { kind: 'requests', in_app: false })
  await makeRequest(app, { caregiver })
  expect(await countUnread(caregiver)).toBe(0)
  expect((await caregiver.client.get('/api/notifications?status=all')).body.count).toBe(1)
  expect(await listEmailsTo(app, caregiver.email)).toHaveLength(1)
})

test('an email that is still queued is not sent once its kind is off', async () => {
  const caregiver = await makeCaregiver()
  const family = await makeFamily(app)
  await family.client.post('/api/chat/conversations/create', { caregiver_id: caregiver.id, text: 'Hello' })
  await app.drain()
  await change(caregiver, { kind: 'messages', email: false })
  await app.advance(10)
  expect(await listEmailsTo(app, caregiver.email)).toEqual([])
})

test("one press on a mail program's button stops that kind alone, as often as it is repeated", async () => {
  const caregiver = await makeCaregiver()
  await makeRequest(app, { caregiver })
  const url = await findUnsubscribeUrl(caregiver.email)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/notifications\/unsubscribe\?token=/)
  for (const _ of [1, 2]) expect((await postOneClick(url as string)).status).toBe(200)
  expect(await findSetting(caregiver, 'requests')).toMatchObject({ in_app: true, email: false })
  expect(await findSetting(caregiver, 'messages')).toMatchObject({ email: true })
})

test('opening the link changes nothing and leads to the page that asks', async () => {
  const caregiver = await makeCaregiver()
  await makeRequest(app, { caregiver })
  const url = (await findUnsubscribeUrl(caregiver.email)) as string
  const answer = await fetch(url, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    expect.stringMatching(/^\/unsubscribe\?token=/),
  ])
  expect(await findSetting(caregiver, 'requests')).toMatchObject({ email: true })
})

test('refuses a link of another person or kind than it was signed for', async () => {
  const caregiver = await makeCaregiver()
  await makeRequest(app, { caregiver })
  const url = (await findUnsubscribeUrl(caregiver.email)) as string
  const other = await makeFamily(app)
  const forged = [
    url.replace(`token=${caregiver.id}`, `token=${other.id}`),
    url.replace('requests', 'messages'),
    url.slice(0, -2),
  ]
  for (const address of forged) {
    expect(address).not.toBe(url)
    expect((await postOneClick(address)).status).toBe(400)
  }
  expect(await findSetting(other, 'requests')).toMatchObject({ email: true })
  expect(await findSetting(caregiver, 'messages')).toMatchObject({ email: true })
})

test('emails about money have no link that stops them, and say so', async () => {
  const { family } = await makePaidRequest(app, { caregiver: await makeCaregiver() })
  const emails = await listEmailsTo(app, family.email)
  const { text, unsubscribeUrl } = emails.find(({ subject }) => subject.endsWith('is confirmed')) ?? {}
  expect(unsubscribeUrl).toBeNull()
  expect(text).toContain('We always email you about bookings and payments.')
  expect(text).toContain('/account#notifications')
  expect(text).not.toContain('unsubscribe')
})
