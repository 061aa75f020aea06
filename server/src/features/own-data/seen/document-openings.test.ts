import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import {
  dayIn,
  decideRenewal,
  makeCertified,
  readProfile,
  uploadDocument,
} from '../../../../test/factories/documents.ts'
import { logInAgain, makeFamily, setVerificationStatus } from '../../../../test/factories/profiles.ts'
import { decide, makeReport } from '../../../../test/factories/reports.ts'

const OPENINGS = '/api/auth/caregiver/documents/openings'

let app: TestApp
let support: TestUser
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support', fullName: 'Sina Support' })
})
afterAll(() => app.close())

const listOpenings = async (caregiver: TestUser, query = '') =>
  (await (await logInAgain(app, caregiver)).get(`${OPENINGS}${query}`)).body
/** Opens the files of a caregiver's first document as staff. */
const openFiles = async ({ id }: TestUser) => {
  const { body } = await support.client.get(`/api/admin-panel/people/${id}`)
  const [{ url, renewal }] = body.caregiver.documents
  for (const link of renewal ? [url, renewal.url] : [url]) {
    expect((await support.client.get(link)).status).toBe(200)
  }
}

it('lists each opening by staff, newest first, without saying who it was', async () => {
  const caregiver = await makeCertified(app, 20)
  expect(await listOpenings(caregiver)).toMatchObject({ count: 0, results: [] })
  await uploadDocument(app, caregiver, 'gov_id_front')
  await openFiles(caregiver)
  const openedAt = app.deps.clock.now().getTime()
  const { count, results } = await listOpenings(caregiver)
  expect({ count, results }).toEqual({
    count: 1,
    results: [{ id: expect.any(Number), document: 'gov_id_front', opened_at: expect.any(String) }],
  })
  expect(Math.abs(Date.parse(results[0].opened_at) - openedAt)).toBeLessThan(60_000)
  expect(JSON.stringify(results)).not.toContain('Sina')
})

it('keeps the openings of documents that were replaced, and of both files of a renewal', async () => {
  const caregiver = await makeCertified(app, 20)
  await uploadDocument(app, caregiver, 'certificate')
  await openFiles(caregiver)
  await decideRenewal(app, caregiver, 'certificate', { decision: 'accept', expires_on: dayIn(app, 400) })
  await openFiles(caregiver)
  const { count, results } = await listOpenings(caregiver)
  expect(count).toBe(3)
  expect(results.every(({ document }: { document: string }) => document === 'certificate')).toBe(true)
})

it('leaves out what the owner opens and what happened to others', async () => {
  const [caregiver, other] = [await makeCertified(app, 20), await makeCertified(app, 20)]
  const { certificate } = await readProfile(app, caregiver)
  expect((await (await logInAgain(app, caregiver)).get(certificate ?? '')).status).toBe(200)
  await openFiles(other)
  expect(await listOpenings(caregiver)).toMatchObject({ count: 0, results: [] })
  expect(await listOpenings(other)).toMatchObject({ count: 1 })
})

it('holds back the same openings as the list of everything, while a report is open', async () => {
  const caregiver = await makeCertified(app, 20)
  await setVerificationStatus(app, caregiver.id, 'verified')
  await openFiles(caregiver)
  const countBoth = async () => {
    const client = await logInAgain(app, caregiver)
    const { body } = await client.get('/api/account/staff-access')
    return [(await listOpenings(caregiver)).count, body.count]
  }
  expect(await countBoth()).toEqual([1, 1])
  const report = await makeReport(await makeFamily(app), 'profile', caregiver.id)
  await openFiles(caregiver)
  expect(await countBoth()).toEqual([1, 1])
  expect((await decide(support, report)).status).toBe(200)
  expect(await countBoth()).toEqual([2, 2])
})

it('is paged', async () => {
  const caregiver = await makeCertified(app, 20)
  for (let index = 0; index < 7; index += 1) await openFiles(caregiver)
  const first = await listOpenings(caregiver)
  expect([first.count, first.results.length, first.next]).toEqual([7, 5, `${OPENINGS}?page=2`])
  const second = await listOpenings(caregiver, '?page=2')
  expect([second.results.length, second.next]).toEqual([2, null])
  const ids = [...first.results, ...second.results].map(({ id }: { id: number }) => id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
})
