/** @see docs/rules/profiles-and-files.md#how-far-they-travel */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { answerRequest, makeFamily, sendRequest } from '../../../../test/factories/bookings.ts'
import { makeCaregiver, setActive } from '../../../../test/factories/profiles.ts'

const US = { country: 'United States' } as const

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('is in the caregiver’s requests, as the booking screen says it, unless they see no city', async () => {
  const caregiver = await makeCaregiver(app, { city: 'Brooklyn', timezone: 'UTC', ...US })
  const family = await makeFamily(app)
  const date = dateIn(app, 7)
  await openHours(caregiver, date)
  const send = async (start: string, end: string, address?: object) => {
    const { status, body } = await sendRequest(family, caregiver.id, [{ date, start, end }], 'UTC', {
      address,
    })
    expect([status, body.distance_km]).toEqual([201, null])
    return body.id as number
  }
  const near = await send('09:00', '10:00', { street: '1 Main St', city: 'New York', ...US })
  const unknown = await send('10:00', '11:00', { city: 'A village', ...US })
  const nowhere = await send('11:00', '12:00')
  const listDistances = async () => {
    const { body } = await caregiver.client.get('/api/requests/incoming')
    return Object.fromEntries(
      body.results.map((one: { id: number; distance_km: number | null }) => [one.id, one.distance_km]),
    )
  }
  const asked = `/api/auth/caregivers/${caregiver.id}/distance?city=New+York&country=United+States`
  const { distance_km: distance } = (await family.client.get(asked)).body
  expect(distance).toBeGreaterThan(5)
  expect(distance).toBeLessThan(10)
  expect(await listDistances()).toEqual({ [near]: distance, [unknown]: null, [nowhere]: null })
  expect((await answerRequest(caregiver, near, 'accepted')).body.distance_km).toBe(distance)
  expect((await family.client.get(`/api/requests/${near}`)).body.distance_km).toBeNull()

  await setActive(app, family.id, false)
  expect((await listDistances())[near]).toBeNull()
})
