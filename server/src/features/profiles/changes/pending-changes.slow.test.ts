/**
 * A verified caregiver who changes who they are.
 * @see docs/rules/profiles-and-files.md#changing-a-verified-name-or-photo
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  listAuditEntries,
  listEmailsTo,
  makeUser,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { makePaidRequest } from '../../../../test/factories/bookings.ts'
import { makeConversation } from '../../../../test/factories/chat.ts'
import {
  makeCaregiver,
  makeFamily,
  makePicture,
  PDF,
  setVerificationStatus,
  toForm,
} from '../../../../test/factories/profiles.ts'
import { files } from '../../files/tables.ts'

const PROFILE = '/api/auth/caregiver/profile'
const CHANGES = '/api/admin-panel/caregivers/changes'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

const rename = (caregiver: TestUser, name: string) =>
  caregiver.client.patch(PROFILE, { editable_full_name: name })
const uploadPhoto = async (caregiver: TestUser, width = 60) =>
  caregiver.client.upload(
    '/api/auth/caregiver/avatar',
    toForm({ avatar: { content: await makePicture('png', { width }) } }),
  )
const readOwn = async (caregiver: TestUser) => (await caregiver.client.get(PROFILE)).body
const readPublic = async (caregiver: TestUser) =>
  (await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)).body
const listAvatarIds = async (caregiver: TestUser) =>
  (await app.deps.database.select().from(files).where(eq(files.ownerId, caregiver.id)))
    .filter(({ kind }) => kind === 'avatar')
    .map(({ id }) => `/avatars/${id}`)

async function findChange(caregiver: TestUser) {
  const { status, body } = await admin.client.get(`${CHANGES}?q=${caregiver.email}`)
  expect(status).toBe(200)
  return body.results.find(({ id }: { id: number }) => id === caregiver.id)
}
const decide = (caregiver: TestUser, body: object) =>
  admin.client.post(`/api/admin-panel/caregivers/${caregiver.id}/changes`, body)

/** A verified caregiver with a photo, whose new name and photo wait. */
async function makeChanged(name = 'Nora Lind') {
  const caregiver = await makeCaregiver(app, { name, verified: false })
  const { avatar } = (await uploadPhoto(caregiver)).body
  await setVerificationStatus(app, caregiver.id, 'verified')
  expect((await rename(caregiver, 'Mallory Crane')).status).toBe(200)
  const { body } = await uploadPhoto(caregiver, 61)
  return { caregiver, avatar: avatar as string, newAvatar: body.pending_avatar as string }
}

it('shows the verified name and photo everywhere until an admin decides', async () => {
  const { caregiver, avatar, newAvatar } = await makeChanged()
  expect(newAvatar).toMatch(/^\/avatars\//)
  expect(newAvatar).not.toBe(avatar)
  expect(await readOwn(caregiver)).toMatchObject({
    full_name: 'Nora Lind',
    avatar,
    verification_status: 'verified',
    pending_changes: { full_name: 'Mallory Crane', avatar: newAvatar, submitted_at: expect.any(String) },
  })

  const family = await makeFamily(app)
  const date = dateIn(app, 7)
  await openHours(caregiver, date)
  const windows = [{ date, start: '09:00', end: '10:00' }]
  await makePaidRequest(app, { caregiver, family, windows })
  const conversation = await makeConversation(app, { caregiver, family })
  const chat = await family.client.get(`/api/chat/conversations/${conversation.id}`)
  await app.drain()
  const seen = [
    await readPublic(caregiver),
    (await app.visitor.get('/api/auth/caregivers?q=nora')).body,
    (await family.client.get('/api/requests/mine')).body,
    (await family.client.get('/api/requests/bookings/caretaker')).body,
    (await family.client.get('/api/payments/mine')).body,
    chat.body,
    (await family.client.get('/api/notifications?status=all')).body,
    await listEmailsTo(app, family.email),
  ].map((answer) => JSON.stringify(answer))
  for (const answer of seen) {
    expect(answer).not.toContain('Mallory')
    expect(answer).not.toContain(newAvatar)
  }
  for (const answer of seen) expect(answer).toContain('Nora Lind')
  expect((await app.visitor.get('/api/auth/caregivers?q=mallory')).body.count).toBe(0)
})

it('saves the other fields at once', async () => {
  const { caregiver } = await makeChanged()
  const { body } = await caregiver.client.patch(PROFILE, { city: 'Ghent', description: 'Calm and kind.' })
  expect(body).toMatchObject({ city: 'Ghent', pending_changes: { full_name: 'Mallory Crane' } })
  expect(await readPublic(caregiver)).toMatchObject({ city: 'Ghent', full_name: 'Nora Lind' })
})

it('replaces a waiting change by the next one and removes its photo', async () => {
  const { caregiver, avatar, newAvatar } = await makeChanged()
  const first = await findChange(caregiver)
  await rename(caregiver, 'Trudy Vale')
  const { body } = await uploadPhoto(caregiver, 62)
  expect(body).toEqual({ avatar, pending_avatar: expect.stringMatching(/^\/avatars\//) })
  expect((await readOwn(caregiver)).pending_changes).toMatchObject({
    full_name: 'Trudy Vale',
    avatar: body.pending_avatar,
  })
  expect((await listAvatarIds(caregiver)).sort()).toEqual([avatar, body.pending_avatar].sort())
  expect((await app.visitor.get(newAvatar)).status).toBe(404)
  expect((await findChange(caregiver)).change_id).not.toBe(first.change_id)
})

it('drops a name that goes back to the verified one, and all that waits when it is withdrawn', async () => {
  const { caregiver, avatar, newAvatar } = await makeChanged()
  await rename(caregiver, 'Nora Lind')
  expect((await readOwn(caregiver)).pending_changes).toMatchObject({ full_name: null, avatar: newAvatar })
  const { status, body } = await caregiver.client.delete(`${PROFILE}/changes`)
  expect([status, body.pending_changes, body.avatar]).toEqual([200, null, avatar])
  expect(await listAvatarIds(caregiver)).toEqual([avatar])
  expect(await findChange(caregiver)).toBeUndefined()
  expect((await caregiver.client.delete(`${PROFILE}/changes`)).status).toBe(200)
})

it('shows an admin both sides, and families the new ones once they are approved', async () => {
  const { caregiver, avatar, newAvatar } = await makeChanged()
  await app.drain()
  const { body: bell } = await admin.client.get('/api/notifications?status=all')
  expect(bell.results[0]).toMatchObject({
    type: 'caregiver_changes_submitted',
    payload: { caregiver_name: 'Nora Lind', action_url: '/admin?verification=changes' },
  })
  const change = await findChange(caregiver)
  expect(change).toEqual({
    id: caregiver.id,
    change_id: expect.any(String),
    email: expect.stringMatching(/^\w•••@example\.test$/),
    full_name: 'Nora Lind',
    avatar,
    new_full_name: 'Mallory Crane',
    new_avatar: newAvatar,
    new_description: null,
    submitted_at: expect.any(String),
    verification_status: 'verified',
  })
  const { status, body } = await decide(caregiver, { change_id: change.change_id, decision: 'approve' })
  expect([status, body]).toEqual([200, { message: 'Change approved successfully', decision: 'approve' }])
  expect(await readPublic(caregiver)).toMatchObject({ full_name: 'Mallory Crane', avatar: newAvatar })
  expect(await readOwn(caregiver)).toMatchObject({ verification_status: 'verified', pending_changes: null })
  expect(await listAvatarIds(caregiver)).toEqual([newAvatar])
  expect((await app.visitor.get(avatar)).status).toBe(404)
  expect((await app.visitor.get('/api/auth/caregivers?q=mallory')).body.count).toBe(1)

  expect((await listAuditEntries(app, caregiver.id)).at(-1)).toMatchObject({
    actorId: admin.id,
    action: 'caregiver.change-approved',
    before: { fullName: 'Nora Lind', avatar: avatar.split('/').at(-1) },
    after: { fullName: 'Mallory Crane', avatar: newAvatar.split('/').at(-1) },
  })
  const subjects = (await listEmailsTo(app, caregiver.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Your new name and photo are approved')
})

it('keeps the verified ones when an admin declines, and tells the caregiver why', async () => {
  const { caregiver, avatar, newAvatar } = await makeChanged()
  const { change_id } = await findChange(caregiver)
  for (const reason of [undefined, '', '   ']) {
    const { status, body } = await decide(caregiver, { change_id, decision: 'decline', reason })
    expect([status, body.reason]).toEqual([400, ['Reason is required']])
  }
  const reason = '  The photo shows another person  '
  const { status, body } = await decide(caregiver, { change_id, decision: 'decline', reason })
  expect([status, body.message]).toEqual([200, 'Change declined successfully'])
  expect(await readPublic(caregiver)).toMatchObject({ full_name: 'Nora Lind', avatar })
  expect((await readOwn(caregiver)).pending_changes).toBeNull()
  expect((await app.visitor.get(newAvatar)).status).toBe(404)
  expect((await listAuditEntries(app, caregiver.id)).at(-1)).toMatchObject({
    action: 'caregiver.change-declined',
    after: { fullName: 'Nora Lind', reason: 'The photo shows another person' },
  })
  const emails = await listEmailsTo(app, caregiver.email)
  const mail = emails.find(({ subject }) => subject === 'Your new name and photo weren’t approved')
  expect(mail?.text).toContain('Reason: The photo shows another person')
  const { body: bell } = await caregiver.client.get('/api/notifications?status=all')
  expect(bell.results[0].type).toBe('caregiver_changes_declined')
})

it('refuses a decision on a change that was replaced, withdrawn or decided', async () => {
  const { caregiver } = await makeChanged()
  const seen = { change_id: (await findChange(caregiver)).change_id, decision: 'approve' }
  await rename(caregiver, 'Trudy Vale')
  const expectConflict = async () => {
    const { status, body } = await decide(caregiver, seen)
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect((await readPublic(caregiver)).full_name).toBe('Nora Lind')
  }
  await expectConflict()
  seen.change_id = (await findChange(caregiver)).change_id
  await caregiver.client.delete(`${PROFILE}/changes`)
  await expectConflict()

  await rename(caregiver, 'Trudy Vale')
  seen.change_id = (await findChange(caregiver)).change_id
  const answers = await Promise.all([decide(caregiver, seen), decide(caregiver, seen)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const family = await makeFamily(app)
  for (const id of [family.id, 999_999]) {
    const body = { change_id: randomUUID(), decision: 'approve' }
    expect((await admin.client.post(`/api/admin-panel/caregivers/${id}/changes`, body)).status).toBe(404)
  }
})

it('changes the name and photo of a caregiver who is not verified at once', async () => {
  for (const status of ['pending', 'rejected', 'flagged'] as const) {
    const caregiver = await makeCaregiver(app, { status })
    await rename(caregiver, 'Mallory Crane')
    const { body } = await uploadPhoto(caregiver)
    expect(body).toEqual({ avatar: expect.any(String), pending_avatar: null })
    expect(await readOwn(caregiver)).toMatchObject({
      full_name: 'Mallory Crane',
      avatar: body.avatar,
      pending_changes: null,
    })
  }
})

it('keeps a change waiting while the status changes, and drops what the caregiver then changes directly', async () => {
  const { caregiver, avatar, newAvatar } = await makeChanged()
  await caregiver.client.upload('/api/auth/caregiver/documents', toForm({ certificate: { content: PDF } }))
  const waiting = { full_name: 'Mallory Crane', avatar: newAvatar }
  expect(await readOwn(caregiver)).toMatchObject({
    full_name: 'Nora Lind',
    verification_status: 'pending',
    pending_changes: waiting,
  })
  await setVerificationStatus(app, caregiver.id, 'verified')
  expect(await readOwn(caregiver)).toMatchObject({ full_name: 'Nora Lind', pending_changes: waiting })
  expect(await readPublic(caregiver)).toMatchObject({ full_name: 'Nora Lind', avatar })

  await setVerificationStatus(app, caregiver.id, 'flagged')
  await rename(caregiver, 'Trudy Vale')
  expect(await readOwn(caregiver)).toMatchObject({
    full_name: 'Trudy Vale',
    pending_changes: { full_name: null, avatar: newAvatar },
  })
  await uploadPhoto(caregiver, 63)
  expect((await readOwn(caregiver)).pending_changes).toBeNull()
  expect((await app.visitor.get(newAvatar)).status).toBe(404)
})

it('verifies only the name and photo that the admin was shown', async () => {
  const caregiver = await makeCaregiver(app, { name: 'Nora Lind', verified: false })
  const verify = (shown: object) =>
    admin.client.post(`/api/admin-panel/caregivers/${caregiver.id}/verification`, {
      verification_status: 'verified',
      admin_notes: 'Known from the agency',
      ...shown,
    })
  await rename(caregiver, 'Mallory Crane')
  const stale = await verify({ full_name: 'Nora Lind', avatar: null })
  expect([stale.status, stale.body.detail]).toEqual([
    409,
    'The name or photo changed after you opened them. Please review the new ones before you decide.',
  ])
  await uploadPhoto(caregiver)
  expect((await verify({ full_name: 'Mallory Crane', avatar: null })).status).toBe(409)
  expect((await readOwn(caregiver)).verification_status).toBe('pending')
  const { avatar } = await readOwn(caregiver)
  expect((await verify({ full_name: 'Mallory Crane', avatar })).status).toBe(200)
})

it('tells admins once a day that a caregiver’s changes wait, however often they change', async () => {
  const { caregiver } = await makeChanged('Willa Once')
  for (const name of ['Trudy Vale', 'Willa Once', 'Mallory Crane']) await rename(caregiver, name)
  await caregiver.client.delete(`${PROFILE}/changes`)
  await rename(caregiver, 'Mallory Crane')
  await app.drain()
  const { body } = await admin.client.get('/api/notifications?status=all&page_size=100')
  const names = body.results.map(
    ({ payload }: { payload: { caregiver_name?: string } }) => payload.caregiver_name,
  )
  expect(names.filter((name: string) => name === 'Willa Once')).toHaveLength(1)
})

it('does not verify a caregiver whose email is not verified, because a second sign-up could replace the name', async () => {
  const caregiver = await makeUser(app, { role: 'caregiver', verified: false })
  await app.drain()
  const { status, body } = await admin.client.post(
    `/api/admin-panel/caregivers/${caregiver.id}/verification`,
    { verification_status: 'verified' },
  )
  expect([status, body.detail]).toEqual([409, "This caregiver hasn't verified their email address yet"])
  expect((await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)).status).toBe(404)
})
