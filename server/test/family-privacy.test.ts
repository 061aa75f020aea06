import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { makeUser, type TestUser } from './factories/accounts.ts'
import { dateIn, hours, openHours } from './factories/availability.ts'
import { insertPaidRequest } from './factories/booked.ts'
import {
  answerRequest,
  checkout,
  confirm,
  makeAcceptedRequest,
  makeRequest,
  payCard,
  type TestRequest,
} from './factories/bookings.ts'
import { makeConversation } from './factories/chat.ts'
import { makeCaregiver, makeFamily, setActive } from './factories/profiles.ts'
import { makeEndedBooking } from './factories/reviews.ts'

const SECRETS = {
  phone: '+44 20 7946 0991',
  street: '7 Hidden Mews',
  apartment: 'Flat Nine',
  postalCode: 'W11 4ZZ',
  child: 'Wilhelmina Secretname',
  childNotes: 'is allergic to sesame',
  email: 'imogen.private@example.test',
}
const YEARS = { age_months: null, due_date: null }
const DETAILS = {
  phone_number: SECRETS.phone,
  street: SECRETS.street,
  apartment: SECRETS.apartment,
  neighborhood: 'Notting Hill',
  postal_code: SECRETS.postalCode,
  city: 'London',
  country: 'United Kingdom',
  care_needs: ['Nanny'],
  languages: ['English'],
  notes: 'We live near the park.',
}

let app: TestApp
let caregiver: TestUser
let other: TestUser
let admin: TestUser
let hour = 0
const date = () => dateIn(app, 7)
const DAY = [hours('06:00', '23:00')]

beforeAll(async () => {
  app = await testApp()
  caregiver = await makeCaregiver(app, { name: 'Booked' })
  other = await makeCaregiver(app, { name: 'Another' })
  admin = await makeUser(app, { role: 'admin' })
  await openHours(caregiver, date(), DAY)
})
afterAll(() => app.close())

async function makePrivateFamily(): Promise<TestUser> {
  const family = await makeFamily(app, { name: 'Imogen Hartley' })
  const children = [
    { name: SECRETS.child, age: 5, notes: SECRETS.childNotes },
    { name: '', age: 2 },
  ]
  const { status } = await family.client.put('/api/auth/caretaker/profile', { ...DETAILS, children })
  expect(status).toBe(200)
  return family
}

/** The next hour of the day that no test has used. */
function nextHour() {
  hour += 1
  const toTime = (number: number) => `${String(5 + number).padStart(2, '0')}:00`
  return [{ date: date(), start: toTime(hour), end: toTime(hour + 1) }]
}

const viewFamily = (viewer: TestUser, family: TestUser) =>
  viewer.client.get(`/api/auth/caretakers/${family.id}/`)

const toSharedFields = (family: TestUser) => ({
  id: family.id,
  full_name: 'Imogen Hartley',
  avatar: null,
  neighborhood: 'Notting Hill',
  city: 'London',
  country: 'United Kingdom',
  care_needs: ['Nanny'],
  languages: ['English'],
  notes: 'We live near the park.',
})
const toPartialProfile = (family: TestUser) => ({
  ...toSharedFields(family),
  is_card_checked: false,
  has_paid_booking: false,
  can_message: true,
  children: [5, 2].map((age) => ({ age, ...YEARS })),
})
const toFullProfile = (family: TestUser) => ({
  ...toSharedFields(family),
  is_card_checked: false,
  has_paid_booking: true,
  can_message: true,
  phone_number: SECRETS.phone,
  street: SECRETS.street,
  apartment: SECRETS.apartment,
  postal_code: SECRETS.postalCode,
  children: [
    { name: SECRETS.child, age: 5, ...YEARS, notes: SECRETS.childNotes },
    { name: 'Child 2', age: 2, ...YEARS, notes: '' },
  ],
})

type Contact = {
  make: (family: TestUser) => Promise<unknown>
  /** What the caregiver sees: the full profile, the children's ages without names, or nothing. */
  sees: 'all' | 'ages' | 'nothing'
}

const pair = (family: TestUser) => ({ family, caregiver, windows: nextHour() })

const CONTACTS: Record<string, Contact> = {
  nothing: { make: async () => undefined, sees: 'nothing' },
  'a submitted request': { make: (family) => makeRequest(app, pair(family)), sees: 'ages' },
  'an accepted request': { make: (family) => makeAcceptedRequest(app, pair(family)), sees: 'ages' },
  'an abandoned checkout': {
    make: async (family) => checkout(await makeAcceptedRequest(app, pair(family))),
    sees: 'ages',
  },
  'a rejected request': {
    make: async (family) => answerRequest(caregiver, (await makeRequest(app, pair(family))).id, 'rejected'),
    sees: 'ages',
  },
  'a payment refunded because another family paid first': { make: loseHours, sees: 'ages' },
  'a paid booking': { make: (family) => insertPaidRequest(app, pair(family)), sees: 'all' },
  'a paid booking, then a rejected request and a conversation': {
    make: async (family) => {
      await insertPaidRequest(app, pair(family))
      await answerRequest(caregiver, (await makeRequest(app, pair(family))).id, 'rejected')
      await makeConversation(app, { caregiver, family })
    },
    sees: 'all',
  },
  'a conversation alone': {
    make: (family) => makeConversation(app, { caregiver, family }),
    sees: 'ages',
  },
  'a booking that ended 30 days ago': {
    make: (family) => makeEndedBooking(app, { caregiver, family, startsAt: endedAgo(30) }),
    sees: 'ages',
  },
}

/** The start of an hour that ended this many days ago. */
function endedAgo(days: number): Date {
  return new Date(app.deps.clock.now().getTime() - days * DAY_MS - HOUR_MS)
}

/** Another family pays for the same hour first. */
async function loseHours(family: TestUser): Promise<void> {
  const windows = nextHour()
  const request = await makeAcceptedRequest(app, { family, caregiver, windows })
  const page = await checkout(request)
  const rival: TestRequest = await makeAcceptedRequest(app, {
    family: await makeFamily(app),
    caregiver,
    windows,
  })
  const rivalPage = await checkout(rival)
  expect([await payCard(rivalPage), await payCard(page)]).toEqual([303, 303])
  expect((await confirm(rival)).status).toBe(200)
  expect((await confirm(request)).status).toBe(409)
}

const families = new Map<string, TestUser>()
beforeAll(async () => {
  for (const [name, { make }] of Object.entries(CONTACTS)) {
    const family = await makePrivateFamily()
    families.set(name, family)
    await make(family)
  }
})

const cases = Object.entries(CONTACTS).map(([name, { sees }]) => ({ name, sees }))
test.each(cases)('with $name between them a caregiver sees $sees', async ({ name, sees }) => {
  const family = families.get(name) as TestUser
  const { status, body } = await viewFamily(caregiver, family)
  if (sees === 'nothing') {
    const missing = await caregiver.client.get('/api/auth/caretakers/999999999')
    expect([status, { ...body, request_id: '' }]).toEqual([404, { ...missing.body, request_id: '' }])
    return
  }
  expect(status).toBe(200)
  expect(body).toEqual(sees === 'all' ? toFullProfile(family) : toPartialProfile(family))
  const text = JSON.stringify(body)
  expect(text).not.toContain(family.email)
  if (sees === 'all') return
  for (const secret of [...Object.values(SECRETS), 'Child 2']) {
    expect(text).not.toContain(secret)
  }
})

test('other users see nothing of a family that has booked', async () => {
  const family = families.get('a paid booking') as TestUser
  const answers = await Promise.all([
    viewFamily(other, family),
    app.visitor.get(`/api/auth/caretakers/${family.id}`),
    viewFamily(family, family),
    viewFamily(admin, family),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 401, 403, 403])
  for (const { body } of answers)
    expect(JSON.stringify(body)).not.toMatch(/Imogen|London|20 7946|Secretname|Hidden Mews|Notting/)
})

test('no list contains the children’s names, the address, the phone number or the email', async () => {
  await app.drain()
  const booked = families.get('a paid booking') as TestUser
  const lost = families.get('a payment refunded because another family paid first') as TestUser
  for (const viewer of [caregiver, other, admin, booked, lost]) {
    for (const path of [
      '/api/auth/caregivers',
      '/api/requests/incoming?page_size=100',
      '/api/requests/bookings/caregiver?page_size=100',
      '/api/requests/mine',
      '/api/requests/past',
      '/api/requests/bookings/caretaker',
      '/api/notifications?status=all',
      '/api/payments/mine',
      '/api/wallets/mine/entries',
      '/api/admin-panel/caregivers/verification',
    ]) {
      const text = JSON.stringify((await viewer.client.get(path)).body)
      expect(text, path).not.toMatch(/Secretname|sesame|20 7946|Hidden Mews|W11 4ZZ|"phone_number"/)
      for (const family of families.values()) {
        if (family !== viewer) expect(text, path).not.toContain(family.email)
      }
    }
  }
})

describe('later changes', () => {
  test('a deactivated family is hidden until they are active again', async () => {
    const family = await makePrivateFamily()
    await insertPaidRequest(app, pair(family))
    await setActive(app, family.id, false)
    expect((await viewFamily(caregiver, family)).status).toBe(404)
    await setActive(app, family.id, true)
    expect((await viewFamily(caregiver, family)).body).toEqual(toFullProfile(family))
  })

  test('shows the current profile', async () => {
    const family = await makePrivateFamily()
    await insertPaidRequest(app, pair(family))
    await family.client.put('/api/auth/caretaker/profile', { children: [{ name: 'Tom', age: 3 }] })
    await family.client.put('/api/auth/caretaker/profile', {
      editable_full_name: 'I. Hartley',
      city: 'Leeds',
    })
    expect((await viewFamily(caregiver, family)).body).toEqual({
      ...toFullProfile(family),
      full_name: 'I. Hartley',
      city: 'Leeds',
      children: [{ name: 'Tom', age: 3, ...YEARS, notes: '' }],
    })
  })
})
