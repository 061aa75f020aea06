import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listAuditEntries, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeFamily } from '../../../../test/factories/profiles.ts'

let app: TestApp
let support: TestUser
let finance: TestUser
let family: TestUser
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support', fullName: 'Sina Support' })
  finance = await makeUser(app, { role: 'admin', staffRole: 'finance', fullName: 'Finn Finance' })
  family = await makeFamily(app, { name: 'Petra Parent' })
})
afterAll(() => app.close())

const listNotes = (by: TestUser, subject: string) =>
  by.client.get(`/api/admin-panel/notes?subject=${subject}`)
const addNote = (by: TestUser, subject: string, text: unknown) =>
  by.client.post('/api/admin-panel/notes', { subject, text })

it('keeps every note with its author, newest first, for all staff', async () => {
  const subject = `user:${family.id}`
  const first = await addNote(support, subject, '  Called about a refund  ')
  expect(first).toMatchObject({ status: 201, body: { text: 'Called about a refund' } })
  await addNote(finance, subject, 'The refund was sent')
  const { body } = await listNotes(support, subject)
  expect(body).toMatchObject({
    count: 2,
    results: [
      { text: 'The refund was sent', author: { id: finance.id, name: 'Finn Finance' } },
      { text: 'Called about a refund', author: { id: support.id, name: 'Sina Support' } },
    ],
  })
})

it('writes an audit entry for a note, without its text', async () => {
  const { id } = await makeUser(app, { role: 'caretaker' })
  const { body: note } = await addNote(support, `user:${id}`, 'Called about a refund')
  const entries = (await listAuditEntries(app, id)).filter(({ action }) => action === 'note.added')
  expect(entries).toMatchObject([{ actorId: support.id, after: { noteId: note.id } }])
  expect(JSON.stringify(entries)).not.toContain('Called')
})

it('stores a repeated call once', async () => {
  const subject = `user:${(await makeUser(app, { role: 'caretaker' })).id}`
  const headers = { 'idempotency-key': 'note-1' }
  const call = () => support.client.post('/api/admin-panel/notes', { subject, text: 'Once' }, headers)
  expect((await call()).body).toEqual((await call()).body)
  expect((await listNotes(support, subject)).body.count).toBe(1)
})

it.each([
  ['user:999999999', 'A note', 404],
  ['request:999999999', 'A note', 404],
  ['dispute:999999999', 'A note', 404],
  ['house:1', 'A note', 400],
  ['user:0', 'A note', 400],
])('refuses a note about %s', async (subject, text, status) => {
  expect((await addNote(support, subject, text)).status).toBe(status)
  expect((await listNotes(support, subject)).body.count ?? 0).toBe(0)
})

it.each([
  ['', 'Note is required'],
  [' \n ', 'Note is required'],
  ['x'.repeat(2_001), 'Note must be at most 2000 characters'],
])('refuses an empty or long text', async (text, message) => {
  const someone = await makeUser(app, { role: 'caretaker' })
  const { status, body } = await addNote(support, `user:${someone.id}`, text)
  expect([status, body.text]).toEqual([400, [message]])
  expect((await listNotes(support, `user:${someone.id}`)).body.count).toBe(0)
})

it('keeps notes on staff to admins', async () => {
  const admin = await makeUser(app, { role: 'admin' })
  const subject = `user:${finance.id}`
  expect((await addNote(admin, subject, 'Started in May')).status).toBe(201)
  expect((await listNotes(admin, subject)).body.count).toBe(1)
  for (const colleague of [support, finance]) {
    expect((await listNotes(colleague, subject)).status).toBe(403)
    expect((await addNote(colleague, subject, 'Left in June')).status).toBe(403)
  }
  expect((await listNotes(admin, subject)).body.count).toBe(1)
})

it('is closed to families', async () => {
  expect((await listNotes(family, `user:${family.id}`)).status).toBe(403)
  expect((await addNote(family, `user:${family.id}`, 'Hello')).status).toBe(403)
})
