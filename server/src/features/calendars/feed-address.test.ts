import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeCaregiver, makeFamily } from '../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const ADDRESS = /^http:\/\/[^/]+\/calendars\/[\w-]{43}\.ics$/

it('gives each person an address of their own, the same at every look', async () => {
  const [family, caregiver] = [await makeFamily(app), await makeCaregiver(app)]
  const first = await family.client.get('/api/calendars/feed')
  expect(first).toMatchObject({ status: 200, body: { url: expect.stringMatching(ADDRESS) } })
  const looks = await Promise.all([1, 2, 3].map(() => caregiver.client.get('/api/calendars/feed')))
  expect(new Set(looks.map(({ body }) => body.url)).size).toBe(1)
  expect((await family.client.get('/api/calendars/feed')).body).toEqual(first.body)
  expect(looks[0]?.body.url).not.toBe(first.body.url)
})
