/** Photos of people, which everyone can load. @see docs/rules/profiles-and-files.md#avatars */
import { afterAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import {
  makeCaregiver,
  makeFamily,
  makePicture,
  setActive,
  toForm,
} from '../../../../test/factories/profiles.ts'
import { makeEndedBooking } from '../../../../test/factories/reviews.ts'

const app: TestApp = await testApp()
afterAll(() => app.close())

async function uploadPhoto(user: TestUser): Promise<string> {
  const form = toForm({ avatar: { content: await makePicture('png') } })
  const { body } = await user.client.upload(`/api/auth/${user.role}/avatar`, form)
  return body.avatar
}

it('neither serves nor links the photo of a deactivated person, until they are activated again', async () => {
  const caregiver = await makeCaregiver(app, { verified: false })
  const family = await makeFamily(app)
  const admin = await makeUser(app, { role: 'admin' })
  const photo = await uploadPhoto(caregiver)
  await makeEndedBooking(app, { caregiver, family, startsAt: new Date(Date.UTC(2026, 1, 1)) })
  const listPhotos = async () => [
    (await family.client.get('/api/requests/mine')).body.results[0].caregiver_avatar,
    (await family.client.get('/api/requests/bookings/caretaker')).body.results[0].caregiver_avatar,
    (await family.client.get('/api/reviews/caretakers/reviewable-bookings')).body.results[0].caregiver_avatar,
    (await admin.client.get(`/api/admin-panel/caregivers?q=${caregiver.email}`)).body.results[0].avatar,
  ]
  expect((await app.visitor.get(photo)).status).toBe(200)
  expect(await listPhotos()).toEqual([photo, photo, photo, photo])

  await setActive(app, caregiver.id, false)
  const { status, headers } = await app.visitor.get(photo)
  expect(status).toBe(404)
  expect(headers.get('cache-control')).toBeNull()
  expect(await listPhotos()).toEqual([null, null, null, null])

  await setActive(app, caregiver.id, true)
  expect((await app.visitor.get(photo)).status).toBe(200)
  expect(await listPhotos()).toEqual([photo, photo, photo, photo])
})

it('lets browsers keep a photo for five minutes, then ask again', async () => {
  const caregiver = await makeCaregiver(app, { verified: false })
  const photo = await uploadPhoto(caregiver)
  const { headers } = await app.visitor.get(photo)
  expect(headers.get('cache-control')).toBe('public, max-age=300')
  const etag = headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  const askAgain = () => fetch(new URL(photo, app.url), { headers: { 'if-none-match': etag } })
  const unchanged = await askAgain()
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
  await setActive(app, caregiver.id, false)
  expect((await askAgain()).status).toBe(404)
})
