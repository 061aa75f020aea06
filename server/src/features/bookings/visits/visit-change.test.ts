/** @see docs/rules/bookings.md#changing-the-visit */
import { MINUTE_MS } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import {
  makePaidRequest,
  makeRequest,
  type TestRequest,
  type TestWindow,
} from '../../../../test/factories/bookings.ts'
import { logInAgain, makeFamily, setVerificationStatus } from '../../../../test/factories/profiles.ts'

const ADDRESS = { street: '7 Hidden Mews', neighborhood: 'Notting Hill', city: 'London' }
const GRANDMA = { name: 'Grandma', phone: '+44 20 7946 0992' }
const NEIGHBOR = { name: 'Tom next door', phone: '+44 20 7946 0993' }

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const change = ({ id, family }: TestRequest, body: object) =>
  family.client.patch(`/api/requests/${id}/visit`, body)
const read = async ({ id, family, caregiver }: TestRequest, side: 'caretaker' | 'caregiver') =>
  (await (side === 'caretaker' ? family : caregiver).client.get(`/api/requests/bookings/${side}/${id}`)).body

/** Lets the time pass until an instant, and logs both sides in again. */
async function advanceTo(request: TestRequest, instant: string) {
  await app.advance(Math.ceil((Date.parse(instant) - app.deps.clock.now().getTime()) / MINUTE_MS))
  request.family.client = await logInAgain(app, request.family)
  request.caregiver.client = await logInAgain(app, request.caregiver)
}

it('a paid booking has the emergency contact, and each side the phone number of the other', async () => {
  const family = await makeFamily(app)
  const profile = { phone_number: '+44 20 7946 0991', emergency_contact: GRANDMA }
  const saved = await family.client.put('/api/auth/caretaker/profile', profile)
  expect([saved.status, saved.body.emergency_contact]).toEqual([200, GRANDMA])
  const request = await makePaidRequest(app, { family })
  await family.client.put('/api/auth/caretaker/profile', { emergency_contact: null })
  const shared = {
    phone_number: profile.phone_number,
    lacks_phone: false,
    shares_phone: false,
    emergency_contact: GRANDMA,
  }
  expect(await read(request, 'caregiver')).toMatchObject(shared)
  expect(await read(request, 'caretaker')).toMatchObject({
    phone_number: null,
    lacks_phone: true,
    shares_phone: true,
  })
  const phone_number = '+1 212 555 0143'
  expect((await request.caregiver.client.patch('/api/auth/caregiver/profile', { phone_number })).status).toBe(
    200,
  )
  expect(await read(request, 'caretaker')).toMatchObject({ phone_number, shares_phone: true })
  expect((await family.client.get(`/api/auth/caregivers/${request.caregiver.id}`)).body).not.toHaveProperty(
    'phone_number',
  )
})

it('says what the profile notes about a child now, where the caregiver reads the name', async () => {
  const family = await makeFamily(app)
  const saveChild = async (notes: string) => {
    const children = [
      { name: 'Ida', age: 3, notes },
      { name: 'Otto', age: 5 },
    ]
    return (await family.client.put('/api/auth/caretaker/profile', { children })).body.children
  }
  const children = (await saveChild('')).map(({ id }: { id: number }) => id)
  const request = await makePaidRequest(app, { family, visit: { children } })
  await saveChild('Peanuts: the EpiPen is in the hall')
  const [ida, otto] = (await read(request, 'caregiver')).children
  expect(ida).toMatchObject({ name: 'Ida', age: 3, notes: 'Peanuts: the EpiPen is in the hall' })
  expect(otto).not.toHaveProperty('notes')
  expect(
    (await request.caregiver.client.get(`/api/requests/${request.id}`)).body.children[0],
  ).not.toHaveProperty('notes')
  await setVerificationStatus(app, request.caregiver.id, 'flagged')
  expect(await read(request, 'caregiver')).toMatchObject({ children: [], is_restricted: true })
  expect(await read(request, 'caretaker')).toMatchObject({ children: [ida, otto], is_restricted: false })
})

it('a family changes the visits ahead until the last one begins, and the caregiver hears of each change once', async () => {
  const request = await insertPaidRequest(app, {
    windows: [
      { date: dateIn(app, 7), start: '09:00', end: '11:00' },
      { date: dateIn(app, 8), start: '13:00', end: '15:00' },
    ],
  })
  const body = { note: 'The key is below the mat', address: ADDRESS, emergency_contact: NEIGHBOR }
  const { status, body: changed } = await change(request, body)
  expect([status, changed]).toMatchObject([200, { ...body, children: [] }])
  expect((await change(request, body)).status).toBe(200)
  await app.drain()
  const mails = (await listEmailsTo(app, request.caregiver.email)).filter(({ subject }) =>
    subject.includes('changed the details of your'),
  )
  expect(mails).toHaveLength(1)
  const [{ subject, text }] = mails as [(typeof mails)[number]]
  expect(text).toContain('changed the note, the address, and the emergency contact of your booking')
  expect(text).toMatch(/Where \(changed\)\W+7 Hidden Mews/)
  expect(text).toMatch(/Note \(changed\)\W+The key is below the mat/)
  expect(text).not.toContain(NEIGHBOR.phone)
  expect(subject).not.toMatch(/Hidden|key|Tom/)
  expect(await read(request, 'caregiver')).toMatchObject(body)

  const [first, last] = request.windows as [TestWindow, TestWindow]
  await advanceTo(request, `${first.date}T10:00:00Z`)
  expect(await change(request, { note: 'From tomorrow on, ring twice' })).toMatchObject({ status: 200 })
  await app.drain()
  const newest = (await listEmailsTo(app, request.caregiver.email)).find(({ text }) =>
    text.includes('ring twice'),
  )
  expect(newest?.text).toContain('1:00 PM')
  expect(newest?.text).not.toContain('9:00 AM')

  await advanceTo(request, `${last.date}T14:00:00Z`)
  expect(await change(request, { note: 'Too late' })).toMatchObject({
    status: 409,
    body: { detail: 'The last visit has begun, so it can’t be changed. Write to the caregiver instead' },
  })
  expect(await read(request, 'caregiver')).toMatchObject({ ...body, note: 'From tomorrow on, ring twice' })
})

it('refuses another family’s booking, an unpaid one, and what a request refuses', async () => {
  const request = await insertPaidRequest(app)
  const unpaid = await makeRequest(app)
  const stranger = await makeFamily(app)
  expect((await change({ ...request, family: stranger }, { note: 'Hello' })).status).toBe(404)
  expect((await change(unpaid, { note: 'Hello' })).status).toBe(404)
  for (const [body, field] of [
    [{ note: 'Call 212 555 0142' }, 'note'],
    [{ children: [999_999_999] }, 'children'],
    [{ address: { street: '7 Hidden Mews' } }, 'address.city'],
    [{ emergency_contact: { name: 'Grandma', phone: '' } }, 'emergency_contact.phone'],
  ] as const) {
    const { status, body: answer } = await change(request, body)
    expect([status, Object.keys(answer).some((key) => field.startsWith(key))]).toEqual([400, true])
  }
  await app.drain()
  expect(await read(request, 'caretaker')).toMatchObject({ note: '', address: null, emergency_contact: null })
  expect((await listEmailsTo(app, request.caregiver.email)).map(({ subject }) => subject)).not.toContainEqual(
    expect.stringContaining('changed the details'),
  )
})
