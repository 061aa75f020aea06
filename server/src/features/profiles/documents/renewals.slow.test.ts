import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import {
  acceptCheck,
  addCheckedDocuments,
  dayIn,
  decideRenewal,
  makeCertified,
  readDocuments,
  readProfile,
  uploadDocument,
} from '../../../../test/factories/documents.ts'
import { logInAgain, makeCaregiver, setVerificationStatus } from '../../../../test/factories/profiles.ts'
import { sweepStorage } from '../../files/index.ts'
import { files } from '../../files/tables.ts'
import { handleDueExpiryNotices } from './expiry.ts'

const DAY_MINUTES = 24 * 60
const HOUR_SECONDS = 3_600

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const openAs = async (viewer: TestUser, link: string) => (await logInAgain(app, viewer)).get(link)
const isFound = async ({ id }: TestUser) =>
  (await app.visitor.get(`/api/auth/caregivers/${id}`)).status === 200
const readCertificate = async (caregiver: TestUser) => {
  const found = (await readDocuments(app, caregiver)).find(({ kind }) => kind === 'certificate')
  if (!found) throw new Error('There is no certificate')
  return found
}
const readState = async (caregiver: TestUser) => {
  const { document_states: states, verification_status: status } = await readProfile(app, caregiver)
  return { ...states.find(({ document }) => document === 'certificate'), status }
}
const countFiles = async ({ id }: TestUser) =>
  (await app.deps.database.select().from(files).where(eq(files.ownerId, id))).length
const listSubjects = async ({ email }: TestUser) =>
  (await listEmailsTo(app, email)).map(({ subject }) => subject)

/** A certificate that expires in 20 days, with a new one that waits. */
const makeRenewing = async () => {
  const caregiver = await makeCertified(app, 20)
  const { status } = await uploadDocument(app, caregiver, 'certificate', { only_renewals: 'true' })
  expect(status).toBe(200)
  return caregiver
}

const askAgain = async (caregiver: TestUser) => {
  const { file_id } = await readCertificate(caregiver)
  const { client } = await makeUser(app, { role: 'admin' })
  const path = `/api/admin-panel/caregivers/${caregiver.id}/documents/certificate/check`
  const { status } = await client.post(path, { file_id, result: 'ask_again', reason: 'It is blurred' })
  expect(status).toBe(200)
}

describe('an upload', () => {
  it('is a renewal from 60 days before the expiry, and the caregiver stays verified and listed', async () => {
    const caregiver = await makeCertified(app, 60)
    const before = await readCertificate(caregiver)
    expect(await readState(caregiver)).toMatchObject({ can_renew: true, renewal: null, status: 'verified' })
    expect((await uploadDocument(app, caregiver, 'certificate')).status).toBe(200)
    expect(await readState(caregiver)).toMatchObject({
      status: 'verified',
      expires_on: dayIn(app, 60),
      renewal: { url: expect.stringContaining('/api/files/'), submitted_at: expect.any(String) },
    })
    expect(await isFound(caregiver)).toBe(true)
    expect(await readCertificate(caregiver)).toMatchObject({ file_id: before.file_id })
  })

  it.each([
    ['expires soon', 20],
    ['expires much later', 400],
    ['never expires', null],
  ])('is a renewal when staff asked for a new copy of one that %s', async (_, days) => {
    const caregiver = await makeCaregiver(app, { verified: false })
    await addCheckedDocuments(app, caregiver, { certificate: days === null ? null : dayIn(app, days) })
    const { file_id: fileId } = await readCertificate(caregiver)
    await askAgain(caregiver)
    expect((await readProfile(app, caregiver)).document_requests).toHaveLength(1)
    expect(await readState(caregiver)).toMatchObject({ can_renew: true, is_expiring: days === 20 })
    const answer = await uploadDocument(app, caregiver, 'certificate', { only_renewals: 'true' })
    expect(answer.status).toBe(200)
    expect((await readProfile(app, caregiver)).document_requests).toEqual([])
    expect(await readState(caregiver)).toMatchObject({
      status: 'verified',
      renewal: { url: expect.stringContaining('/api/files/') },
    })
    expect([await isFound(caregiver), await countFiles(caregiver)]).toEqual([true, 2])
    expect((await readCertificate(caregiver)).file_id).toBe(fileId)
  })

  it('replaces the document at once when staff asked a caregiver who is not verified', async () => {
    const caregiver = await makeCertified(app, 400)
    await setVerificationStatus(app, caregiver.id, 'flagged')
    await askAgain(caregiver)
    await uploadDocument(app, caregiver, 'certificate')
    expect(await readState(caregiver)).toMatchObject({ status: 'flagged', renewal: null })
    expect(await countFiles(caregiver)).toBe(1)
  })

  it('replaces the document after staff took their request back', async () => {
    const caregiver = await makeCertified(app, 400)
    await askAgain(caregiver)
    await acceptCheck(app, caregiver, 'certificate', dayIn(app, 400))
    expect(await readState(caregiver)).toMatchObject({ can_renew: false })
    await uploadDocument(app, caregiver, 'certificate')
    expect(await readState(caregiver)).toMatchObject({ status: 'pending', renewal: null })
  })

  it('replaces the document earlier than that, and is refused if the caller expects a renewal', async () => {
    const caregiver = await makeCertified(app, 61)
    const { file_id: fileId } = await readCertificate(caregiver)
    const refused = await uploadDocument(app, caregiver, 'certificate', { only_renewals: 'true' })
    expect([refused.status, await countFiles(caregiver)]).toEqual([409, 1])
    expect(await readState(caregiver)).toMatchObject({ status: 'verified', can_renew: false })
    expect((await uploadDocument(app, caregiver, 'certificate')).status).toBe(200)
    expect(await readState(caregiver)).toMatchObject({ status: 'pending', renewal: null })
    expect((await readCertificate(caregiver)).file_id).not.toBe(fileId)
  })

  it('replaces a document without an expiry date, and that of a rejected or flagged caregiver', async () => {
    const free = await makeCaregiver(app, { verified: false })
    await addCheckedDocuments(app, free, { certificate: null })
    await uploadDocument(app, free, 'certificate')
    expect(await readState(free)).toMatchObject({ status: 'pending', renewal: null })
    for (const [decided, after] of [
      ['rejected', 'pending'],
      ['flagged', 'flagged'],
    ] as const) {
      const caregiver = await makeCertified(app, 20)
      await setVerificationStatus(app, caregiver.id, decided)
      await uploadDocument(app, caregiver, 'certificate')
      expect([(await readState(caregiver)).status, await countFiles(caregiver)]).toEqual([after, 1])
    }
  })

  it('replaces a waiting renewal, whose file is removed', async () => {
    const caregiver = await makeRenewing()
    const first = (await readCertificate(caregiver)).renewal
    await uploadDocument(app, caregiver, 'certificate')
    const second = (await readCertificate(caregiver)).renewal
    expect(second?.file_id).not.toBe(first?.file_id)
    expect(await countFiles(caregiver)).toBe(2)
    const stale = { file_id: first?.file_id, decision: 'accept', expires_on: dayIn(app, 400) }
    expect((await decideRenewal(app, caregiver, 'certificate', stale)).status).toBe(409)
  })

  it('of several at the same time leaves one renewal and no other file', async () => {
    const caregiver = await makeCertified(app, 20)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => uploadDocument(app, caregiver, 'certificate')),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await countFiles(caregiver)).toBe(2)
  })

  it('after the status was changed drops the renewal', async () => {
    const caregiver = await makeRenewing()
    await setVerificationStatus(app, caregiver.id, 'flagged')
    await uploadDocument(app, caregiver, 'certificate')
    expect(await countFiles(caregiver)).toBe(1)
    expect((await readCertificate(caregiver)).renewal).toBeNull()
  })
})

describe('while it waits', () => {
  it('keeps both files readable for their owner and staff, and for no one else, through the sweep', async () => {
    const caregiver = await makeRenewing()
    const folder = path.join(app.deps.config.dataDir, 'files')
    const old = Date.now() / 1_000 - 48 * HOUR_SECONDS
    for (const name of await readdir(folder)) await utimes(path.join(folder, name), old, old)
    await sweepStorage(app.deps)
    const profile = await readProfile(app, caregiver)
    const own = [profile.certificate, profile.document_states[0]?.renewal?.url] as string[]
    for (const link of own) expect((await openAs(caregiver, link)).status).toBe(200)

    const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
    const { body } = await support.client.get(`/api/admin-panel/people/${caregiver.id}`)
    const [document] = body.caregiver.documents
    const links = [document.url, document.renewal.url]
    for (const link of links) expect((await support.client.get(link)).status).toBe(200)
    const others = [
      await makeCertified(app, 20),
      await makeUser(app, { role: 'caretaker' }),
      await makeUser(app, { role: 'admin', staffRole: 'finance' }),
    ]
    for (const other of others) {
      for (const link of [...own, ...links]) expect((await openAs(other, link)).status).toBe(404)
    }
    for (const link of [...own, ...links]) expect((await app.visitor.get(link)).status).toBe(404)
  })

  it('is in the queue and in the list of renewals, and out of the queue of expiring documents', async () => {
    const caregiver = await makeCertified(app, 20)
    const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
    const count = async (kind: string) => {
      const { body } = await support.client.get('/api/admin-panel/queue')
      return body.results.find((item: { kind: string }) => item.kind === kind)?.count ?? 0
    }
    const before = [await count('renewals'), await count('documents')]
    await uploadDocument(app, caregiver, 'certificate')
    const query = 'renewing=true&sort=expires_on'
    const list = `/api/admin-panel/caregivers/verification?${query}`
    const readRow = async () =>
      (await support.client.get(list)).body.results.find(({ id }: { id: number }) => id === caregiver.id)
    expect([await count('renewals'), await count('documents')]).toEqual([
      (before[0] ?? 0) + 1,
      (before[1] ?? 0) - 1,
    ])
    expect(await readRow()).toMatchObject({
      renewals: ['certificate'],
      document_checks: { certificate: { expires_on: dayIn(app, 20), is_expired: false } },
    })
    await setVerificationStatus(app, caregiver.id, 'flagged')
    expect(await count('renewals')).toBe((before[0] ?? 0) + 1)
    expect(await readRow()).toMatchObject({ verification_status: 'flagged' })
    const notifications = await support.client.get('/api/notifications?status=all')
    await app.drain()
    expect(notifications.status).toBe(200)
    await decideRenewal(app, caregiver, 'certificate', { decision: 'decline', reason: 'Blurred' })
    expect([await count('renewals'), await readRow()]).toEqual([before[0], undefined])
  })

  it('reminds nobody, but unlists on the day', async () => {
    const caregiver = await makeRenewing()
    await app.advance(14 * DAY_MINUTES)
    expect(await listSubjects(caregiver)).not.toContainEqual(expect.stringMatching(/expires on/))
    await app.advance(7 * DAY_MINUTES)
    expect(await isFound(caregiver)).toBe(false)
    const mails = await listEmailsTo(app, caregiver.email)
    expect(mails.at(-1)).toMatchObject({
      subject: 'Your certificate has expired',
      text: expect.stringContaining('We’re checking the new one'),
    })
  })
})

describe('a decision', () => {
  it('that accepts puts the new file in the place of the old one, with its own expiry', async () => {
    const caregiver = await makeRenewing()
    const before = await readCertificate(caregiver)
    const expiresOn = dayIn(app, 400)
    const answer = await decideRenewal(app, caregiver, 'certificate', {
      decision: 'accept',
      expires_on: expiresOn,
    })
    expect(answer).toMatchObject({ status: 200, body: { message: 'New document accepted' } })
    expect(await readCertificate(caregiver)).toMatchObject({
      file_id: before.renewal?.file_id,
      renewal: null,
      check: { result: 'ok', expires_on: expiresOn, is_expired: false },
    })
    expect(await readState(caregiver)).toMatchObject({ status: 'verified', renewal: null, can_renew: false })
    expect(await countFiles(caregiver)).toBe(1)
    expect((await openAs(caregiver, before.url)).status).toBe(404)
    const mails = await listEmailsTo(app, caregiver.email)
    const mail = mails.find(({ subject }) => subject === 'Your new document was accepted')
    expect(mail?.text).toContain('accepted it')
    expect(mail?.text).not.toContain('find and book you again')
    await app.advance(30 * DAY_MINUTES)
    expect(await isFound(caregiver)).toBe(true)
    expect(await listSubjects(caregiver)).not.toContainEqual(expect.stringMatching(/expire/))
  })

  it('that accepts lists an expired caregiver again', async () => {
    const caregiver = await makeCertified(app, 1)
    await app.advance(2 * DAY_MINUTES)
    expect(await isFound(caregiver)).toBe(false)
    await uploadDocument(app, caregiver, 'certificate', { only_renewals: 'true' })
    expect(await isFound(caregiver)).toBe(false)
    await decideRenewal(app, caregiver, 'certificate', { decision: 'accept', expires_on: dayIn(app, 400) })
    expect(await isFound(caregiver)).toBe(true)
    await app.drain()
    const mails = await listEmailsTo(app, caregiver.email)
    const mail = mails.find(({ subject }) => subject === 'Your new document was accepted')
    expect(mail?.text).toContain('Families can find and book you again.')
  })

  it('that accepts one document leaves a caregiver unlisted while another one is expired', async () => {
    const caregiver = await makeCaregiver(app, { verified: false })
    const expiresOn = dayIn(app, 1)
    await addCheckedDocuments(app, caregiver, { gov_id_front: expiresOn, certificate: expiresOn })
    await app.advance(2 * DAY_MINUTES)
    for (const [field, found] of [
      ['certificate', false],
      ['gov_id_front', true],
    ] as const) {
      await uploadDocument(app, caregiver, field)
      await decideRenewal(app, caregiver, field, { decision: 'accept', expires_on: dayIn(app, 400) })
      expect(await isFound(caregiver)).toBe(found)
    }
  })

  it('that accepts does not list a caregiver who was flagged or deactivated in the meantime', async () => {
    const caregiver = await makeRenewing()
    await setVerificationStatus(app, caregiver.id, 'flagged')
    await decideRenewal(app, caregiver, 'certificate', { decision: 'accept', expires_on: dayIn(app, 400) })
    expect([await isFound(caregiver), (await readState(caregiver)).status]).toEqual([false, 'flagged'])
  })

  it('on a copy that staff asked for leaves it asked for if it declines, and not if it accepts', async () => {
    const caregiver = await makeCertified(app, 400)
    await askAgain(caregiver)
    await uploadDocument(app, caregiver, 'certificate')
    await decideRenewal(app, caregiver, 'certificate', { decision: 'decline', reason: 'Dark' })
    expect((await readProfile(app, caregiver)).document_requests).toHaveLength(1)
    expect(await readState(caregiver)).toMatchObject({ can_renew: true, decline_reason: 'Dark' })
    await uploadDocument(app, caregiver, 'certificate')
    await decideRenewal(app, caregiver, 'certificate', { decision: 'accept', expires_on: dayIn(app, 500) })
    expect((await readProfile(app, caregiver)).document_requests).toEqual([])
    expect(await readState(caregiver)).toMatchObject({ status: 'verified', can_renew: false })
    expect([await isFound(caregiver), await countFiles(caregiver)]).toEqual([true, 1])
  })

  it('that declines leaves the old document, with the reason for the caregiver', async () => {
    const caregiver = await makeRenewing()
    const before = await readCertificate(caregiver)
    const answer = await decideRenewal(app, caregiver, 'certificate', {
      decision: 'decline',
      reason: ' It is cut off ',
    })
    expect(answer).toMatchObject({ status: 200, body: { message: 'New document declined' } })
    expect(await readCertificate(caregiver)).toMatchObject({ file_id: before.file_id, renewal: null })
    expect(await readState(caregiver)).toMatchObject({
      status: 'verified',
      renewal: null,
      decline_reason: 'It is cut off',
      expires_on: dayIn(app, 20),
    })
    expect([await isFound(caregiver), await countFiles(caregiver)]).toEqual([true, 1])
    const mail = (await listEmailsTo(app, caregiver.email)).at(-1)
    expect(mail).toMatchObject({ subject: 'Please upload a different document' })
    expect(mail?.text).toContain('It is cut off')
    await uploadDocument(app, caregiver, 'certificate')
    expect(await readState(caregiver)).toMatchObject({ decline_reason: null, renewal: {} })
  })

  it('is in the history, without the old file', async () => {
    const caregiver = await makeRenewing()
    await decideRenewal(app, caregiver, 'certificate', { decision: 'decline', reason: 'Dark' })
    await uploadDocument(app, caregiver, 'certificate')
    await decideRenewal(app, caregiver, 'certificate', { decision: 'accept', expires_on: dayIn(app, 400) })
    const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
    const query = `subject=user:${caregiver.id}&topic=verification`
    const { body } = await support.client.get(`/api/admin-panel/history?${query}`)
    expect(body.results).toMatchObject([
      { action: 'document.renewal-accepted', after: { document: 'certificate', expiresOn: dayIn(app, 400) } },
      { action: 'document.renewal-declined', after: { document: 'certificate', reason: 'Dark' } },
      { action: 'document.checked' },
    ])
  })

  it('is refused without a reason, with a past date, without one for an ID, and when nothing waits', async () => {
    const caregiver = await makeCaregiver(app, { verified: false })
    await addCheckedDocuments(app, caregiver, { gov_id_front: dayIn(app, 20) })
    await uploadDocument(app, caregiver, 'gov_id_front')
    for (const [body, field] of [
      [{ decision: 'decline', reason: ' ' }, 'reason'],
      [{ decision: 'accept', expires_on: dayIn(app, 0) }, 'expires_on'],
      [{ decision: 'accept' }, 'expires_on'],
      [{ decision: 'maybe' }, 'decision'],
    ] as const) {
      const answer = await decideRenewal(app, caregiver, 'gov_id_front', body)
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, expect.arrayContaining([field])])
    }
    expect(await countFiles(caregiver)).toBe(2)
    const accept = { decision: 'accept', never_expires: true }
    expect((await decideRenewal(app, caregiver, 'gov_id_front', accept)).status).toBe(200)
    const [{ file_id } = { file_id: '' }] = await readDocuments(app, caregiver)
    expect((await decideRenewal(app, caregiver, 'gov_id_front', { ...accept, file_id })).status).toBe(409)
  })

  it('is made once by two admins at the same time', async () => {
    const caregiver = await makeRenewing()
    const expires_on = dayIn(app, 400)
    const answers = await Promise.all([
      decideRenewal(app, caregiver, 'certificate', { decision: 'accept', expires_on }),
      decideRenewal(app, caregiver, 'certificate', { decision: 'accept', expires_on }),
      decideRenewal(app, caregiver, 'certificate', { decision: 'accept', expires_on }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await countFiles(caregiver)).toBe(1)
  })

  it('and an upload at the same moment do not both succeed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const caregiver = await makeRenewing()
      const seen = (await readCertificate(caregiver)).renewal?.file_id
      const [decided, uploaded] = await Promise.all([
        decideRenewal(app, caregiver, 'certificate', {
          file_id: seen,
          decision: 'accept',
          expires_on: dayIn(app, 400),
        }),
        uploadDocument(app, caregiver, 'certificate', { only_renewals: 'true' }),
      ])
      const outcome = `${decided.status} ${uploaded.status}`
      expect(['200 409', '409 200']).toContain(outcome)
      const after = await readCertificate(caregiver)
      const isAccepted = decided.status === 200
      expect(after.file_id === seen).toBe(isAccepted)
      expect(await countFiles(caregiver)).toBe(isAccepted ? 1 : 2)
      expect((await readState(caregiver)).status).toBe('verified')
    }
  })

  it('and the expiry at the same moment leave an accepted caregiver listed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const caregiver = await makeRenewing()
      const now = new Date(app.deps.clock.now().getTime() + 21 * DAY_MINUTES * 60_000)
      const later = { ...app.deps, clock: { ...app.deps.clock, now: () => now } }
      const [decided] = await Promise.all([
        decideRenewal(app, caregiver, 'certificate', { decision: 'accept', expires_on: dayIn(app, 400) }),
        handleDueExpiryNotices(later),
      ])
      expect([decided.status, await isFound(caregiver)]).toEqual([200, true])
    }
  })
})

it('keeps one renewal per document, waiting or declined, by a constraint', async () => {
  const caregiver = await makeRenewing()
  const change = (set: string) =>
    app.deps.database.execute(
      sql`UPDATE document_renewals SET ${sql.raw(set)} WHERE caregiver_id = ${caregiver.id}`,
    )
  await expect(change("decline_reason = 'Dark'")).rejects.toThrow()
  await expect(change('file_id = NULL')).rejects.toThrow()
  const again = app.deps.database.execute(
    sql`INSERT INTO document_renewals (caregiver_id, document, decline_reason, submitted_at) VALUES (${caregiver.id}, 'certificate', 'Dark', now())`,
  )
  await expect(again).rejects.toThrow()
})
