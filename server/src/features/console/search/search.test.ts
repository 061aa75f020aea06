import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { makePaidRequest } from '../../../../test/factories/bookings.ts'
import { openDispute } from '../../../../test/factories/disputes.ts'
import { makeCaregiver, makeFamily, setActive } from '../../../../test/factories/profiles.ts'

let app: TestApp
let admin: TestUser
let caregiver: TestUser
let family: TestUser
let booking: number
let dispute: number
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
  caregiver = await makeCaregiver(app, { name: 'Clara Carer' })
  family = await makeFamily(app, { name: 'Petra Parent' })
  const date = dateIn(app, 7)
  await openHours(caregiver, date)
  const windows = [{ date, start: '09:00', end: '11:00' }]
  booking = (await makePaidRequest(app, { caregiver, family, windows })).id
  dispute = (await openDispute(family, booking)).body.id
  await setActive(app, caregiver.id, false)
})
afterAll(() => app.close())

const searchConsole = async (q: string, by = admin) =>
  (await by.client.get(`/api/admin-panel/search?q=${encodeURIComponent(q)}`)).body
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

it('finds what belongs to a person by name or email, also of one who is deactivated', async () => {
  for (const q of ['clara', caregiver.email]) {
    const found = await searchConsole(q)
    expect(found.people).toMatchObject([{ id: caregiver.id, full_name: 'Clara Carer', is_active: false }])
    expect(idsOf(found.bookings)).toEqual([booking])
    expect(found.payments).toMatchObject([{ request_id: booking, family: { id: family.id } }])
    expect(idsOf(found.disputes)).toEqual([dispute])
  }
})

it('finds records by number', async () => {
  expect(idsOf((await searchConsole(`#${booking}`)).bookings)).toContain(booking)
  expect(idsOf((await searchConsole(`DPT-${dispute}`)).disputes)).toEqual([dispute])
  expect(idsOf((await searchConsole(String(family.id))).people)).toContain(family.id)
})

it('finds nothing for an unknown text, and needs one', async () => {
  expect(await searchConsole('nobody of this name')).toEqual({
    people: [],
    bookings: [],
    payments: [],
    disputes: [],
  })
  expect((await admin.client.get('/api/admin-panel/search?q=%20')).status).toBe(400)
})

it('keeps money from support, and disputes from finance', async () => {
  const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  expect(await searchConsole('clara', support)).toMatchObject({ payments: [], bookings: [{ id: booking }] })
  expect(await searchConsole('clara', finance)).toMatchObject({
    bookings: [{ id: booking }],
    disputes: [],
    people: [{ id: caregiver.id }],
  })
  expect((await searchConsole('clara', finance)).payments).toHaveLength(1)
  expect((await family.client.get('/api/admin-panel/search?q=clara')).status).toBe(403)
})

it('finds an email only as a whole where emails are masked', async () => {
  const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
  const part = caregiver.email.slice(1)
  const found = await searchConsole(part, finance)
  expect(found).toEqual({ people: [], bookings: [], payments: [], disputes: [] })
  expect(await searchConsole(caregiver.email.toUpperCase(), finance)).toMatchObject({
    people: [{ id: caregiver.id }],
    bookings: [{ id: booking }],
    payments: [{ request_id: booking }],
  })
  const count = async (list: string, q: string) => {
    const { status, body } = await admin.client.get(`/api/admin-panel/${list}?q=${encodeURIComponent(q)}`)
    expect(status).toBe(200)
    return body.count
  }
  for (const list of ['payments', 'disputes']) {
    expect([list, await count(list, part), await count(list, caregiver.email)]).toEqual([list, 0, 1])
  }
  expect(await count('audit', admin.email.slice(1))).toBe(0)
  // The calls of the specification show emails, so they find a part of one.
  for (const list of ['requests', 'caregivers']) expect([list, await count(list, part)]).toEqual([list, 1])
})
