/**
 * What a request says about its visits, and who reads it when.
 * @see docs/rules/bookings.md#about-the-visit
 */
import type { VisitDetailsBody } from '@tendwell/contract/bookings/visits'
import { addMonths } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, hours, openHours } from '../../../../test/factories/availability.ts'
import {
  answerRequest,
  makeAcceptedRequest,
  makePaidRequest,
  makeRequest,
  sendRequest,
} from '../../../../test/factories/bookings.ts'
import {
  makeCaregiver,
  makeFamily,
  setActive,
  setVerificationStatus,
} from '../../../../test/factories/profiles.ts'

const ADDRESS = {
  street: '7 Hidden Mews',
  apartment: 'Flat Nine',
  neighborhood: 'Notting Hill',
  postal_code: 'W11 4ZZ',
  city: 'London',
  country: 'United Kingdom',
} as const
const NOTE = 'Ada naps at one. Please bring slippers.'
const SECRET = /Hidden Mews|Flat Nine|W11 4ZZ|Wilhelmina/
const AGES = [
  { age: 5, age_months: null, due_date: null },
  { age: 0, age_months: 8, due_date: null },
]
const NAMED = [
  { name: 'Wilhelmina', ...AGES[0] },
  { name: 'Ada Wilhelmina', ...AGES[1] },
]
const ALL = { children: NAMED, note: NOTE, address: ADDRESS }
const BEFORE_PAYMENT = {
  children: AGES,
  note: NOTE,
  address: { neighborhood: 'Notting Hill', city: 'London', country: 'United Kingdom' },
}
const NOTHING = { children: [], note: '', address: null }

let app: TestApp
let caregiver: TestUser
let family: TestUser
let visit: VisitDetailsBody & { children: number[] }
let days: string[]
let hour = -1

beforeAll(async () => {
  app = await testApp()
  caregiver = await makeCaregiver(app)
  days = [dateIn(app, 7), dateIn(app, 8)]
  for (const day of days) await openHours(caregiver, day, [hours('06:00', '23:00')])
})
afterAll(() => app.close())
beforeEach(async () => {
  family = await makeFamily(app)
  visit = { children: await saveChildren(family), note: NOTE, address: ADDRESS }
})

async function saveChildren({ client }: TestUser): Promise<number[]> {
  const children = NAMED.map((child) => ({ ...child, notes: 'Sesame allergy' }))
  const { body } = await client.put('/api/auth/caretaker/profile', { children })
  return body.children.map(({ id }: { id: number }) => id)
}

/** The next hour of two days that no test has used. */
function nextHour() {
  hour += 1
  const toTime = (number: number) => `${String(number).padStart(2, '0')}:00`
  const start = 6 + (hour % 16)
  return [{ date: days[hour < 16 ? 0 : 1] as string, start: toTime(start), end: toTime(start + 1) }]
}

const parents = () => ({ caregiver, family, windows: nextHour(), visit })
const send = (change: object) => sendRequest(family, caregiver.id, nextHour(), 'UTC', { ...visit, ...change })

/** The visit of a request in every answer that this side reads. */
async function readVisits({ client, role }: Pick<TestUser, 'client' | 'role'>, requestId: number) {
  const lists =
    role === 'caregiver'
      ? ['/api/requests/incoming', '/api/requests/bookings/caregiver']
      : ['/api/requests/mine', '/api/requests/bookings/caretaker']
  const answers = [(await client.get(`/api/requests/${requestId}`)).body]
  for (const list of lists) {
    const { results } = (await client.get(`${list}?page_size=100`)).body
    answers.push(
      ...results.filter((item: { id: number; request_id: number }) =>
        [item.id, item.request_id].includes(requestId),
      ),
    )
  }
  return answers.map(({ children, note, address }) => ({ children, note, address }))
}

describe('sending', () => {
  it('copies the children, the note and the address', async () => {
    const { status, body } = await send({ note: `  ${NOTE}\n` })
    expect(status).toBe(201)
    expect(body).toMatchObject(ALL)
    await family.client.put('/api/auth/caretaker/profile', { children: [{ name: 'Tom', age: 3 }] })
    expect(await readVisits(family, body.id)).toEqual([ALL, ALL])
  })

  it('copies children with a birth month as old as on the day of the first visit, without the month', async () => {
    const day = dateIn(app, 40)
    await openHours(caregiver, day, [hours('06:00', '23:00')])
    const firstBirthday = addMonths(day, -12).slice(0, 7)
    const { body: profile } = await family.client.put('/api/auth/caretaker/profile', {
      children: [{ name: 'Ada', birth_month: firstBirthday }],
    })
    const [ada] = profile.children
    expect([ada.age, ada.birth_month]).toEqual([0, firstBirthday])
    const windows = [{ date: day, start: '06:00', end: '07:00' }]
    const { status, body } = await send({ children: [ada.id], windows })
    expect(status).toBe(201)
    expect(body.children).toEqual([{ name: 'Ada', age: 1, age_months: null, due_date: null }])
    const [seen] = await readVisits(caregiver, body.id)
    expect(seen?.children).toEqual([{ age: 1, age_months: null, due_date: null }])
  })

  it('needs none of them', async () => {
    for (const empty of [
      { children: undefined, note: undefined, address: undefined },
      { children: [], note: ' ', address: null },
      { address: { city: ' ' }, children: [], note: '' },
    ]) {
      const { status, body } = await send(empty)
      expect(status).toBe(201)
      expect(body).toMatchObject(NOTHING)
      await answerRequest(caregiver, body.id, 'rejected')
    }
  })

  it('refuses another family’s child, without naming it', async () => {
    const rival = await makeFamily(app)
    const [theirs] = await saveChildren(rival)
    for (const children of [[theirs], [...visit.children, theirs], [999_999_999]]) {
      const { status, body } = await send({ children })
      expect([status, body.children]).toEqual([400, ['Choose children from your profile']])
      expect(JSON.stringify(body)).not.toMatch(SECRET)
    }
    expect((await family.client.get('/api/requests/mine')).body.count).toBe(0)
  })

  it('refuses contact details, texts that are too long and what is no child or address', async () => {
    const refusals: [change: object, field: string, message: RegExp][] = [
      [{ note: 'Call 212 555 0142' }, 'note', /Please remove a phone number: “212 555 0142”/],
      [{ note: 'Write to fay@example.test' }, 'note', /Please remove an email address/],
      [{ address: { ...ADDRESS, neighborhood: 't.me/fayhart' } }, 'address', /Please remove a link/],
      [{ address: { ...ADDRESS, city: 'fay@example.test' } }, 'address', /Please remove an email address/],
      [{ note: 'x'.repeat(1_001) }, 'note', /^Note must be at most 1000 characters/],
      [{ address: { ...ADDRESS, street: 'x'.repeat(201) } }, 'address', /at most 200 characters/],
      [{ address: { ...ADDRESS, city: ' ' } }, 'address', /Add the city/],
      [{ address: { ...ADDRESS, country: 'Atlantis' } }, 'address', /Choose a country/],
      [{ address: { ...ADDRESS, floor: '2' } }, 'address', /Unknown field/],
      [{ address: 'London' }, 'address', /must be an object/],
      [{ children: ['1'] }, 'children', /./],
      [{ children: Array(31).fill(1) }, 'children', /at most 30 children/],
    ]
    for (const [change, field, message] of refusals) {
      const { status, body } = await send(change)
      expect([status, body[field]?.[0]], message.source).toEqual([400, expect.stringMatching(message)])
    }
    expect((await family.client.get('/api/requests/mine')).body.count).toBe(0)
  })
})

describe('what the caregiver reads', () => {
  it('is ages and the part of town until the family has paid', async () => {
    const submitted = await makeRequest(app, parents())
    const accepted = await makeAcceptedRequest(app, parents())
    for (const { id } of [submitted, accepted]) {
      expect(await readVisits(caregiver, id)).toEqual([BEFORE_PAYMENT, BEFORE_PAYMENT])
    }
    const answered = await answerRequest(caregiver, submitted.id, 'rejected')
    expect(answered.body).toMatchObject(BEFORE_PAYMENT)
    expect(JSON.stringify(answered.body)).not.toMatch(SECRET)
  })

  it('is everything once the family has paid, of that request alone', async () => {
    const paid = await makePaidRequest(app, parents())
    const open = await makeRequest(app, parents())
    expect(await readVisits(caregiver, paid.id)).toEqual([ALL, ALL, ALL])
    expect(await readVisits(caregiver, open.id)).toEqual([BEFORE_PAYMENT, BEFORE_PAYMENT])
    expect(await readVisits(family, paid.id)).toEqual([ALL, ALL, ALL])
  })

  it('is nothing of a deactivated family', async () => {
    const { id } = await makePaidRequest(app, parents())
    await setActive(app, family.id, false)
    expect(await readVisits(caregiver, id)).toEqual([NOTHING, NOTHING, NOTHING])
  })

  it('is nothing for other people', async () => {
    const { id } = await makePaidRequest(app, parents())
    const others = [await makeCaregiver(app), await makeFamily(app), await makeUser(app, { role: 'admin' })]
    for (const { client } of others) {
      const { status, body } = await client.get(`/api/requests/${id}`)
      expect([403, 404]).toContain(status)
      expect(JSON.stringify(body)).not.toMatch(SECRET)
    }
    const admin = others[2] as TestUser
    for (const path of ['requests', 'users', 'disputes']) {
      const { body } = await admin.client.get(`/api/admin-panel/${path}?page_size=100`)
      expect(JSON.stringify(body)).not.toMatch(/Hidden Mews|Notting Hill|Wilhelmina|slippers/)
    }
  })

  it('is not in the payload of a notification before the payment', async () => {
    await makeRequest(app, parents())
    await app.drain()
    const { body } = await caregiver.client.get('/api/notifications?status=all')
    expect(JSON.stringify(body)).not.toMatch(/Hidden Mews|W11 4ZZ/)
  })

  it('is nothing for a flagged caregiver until 48 hours before a paid booking', async () => {
    const flagged = await makeCaregiver(app)
    await openHours(flagged, dateIn(app, 3), [hours('06:00', '23:00')])
    const at = (start: string, end: string) => ({
      ...parents(),
      caregiver: flagged,
      windows: [{ date: dateIn(app, 3), start, end }],
    })
    const paid = await makePaidRequest(app, at('09:00', '10:00'))
    const open = await makeRequest(app, at('12:00', '13:00'))
    await setVerificationStatus(app, flagged.id, 'flagged')
    expect(await readVisits(flagged, paid.id)).toEqual([NOTHING, NOTHING, NOTHING])
    expect(await readVisits(flagged, open.id)).toEqual([NOTHING, NOTHING])
    const startsAt = new Date(app.deps.clock.now().getTime() + 48 * 3_600_000).toISOString()
    await app.deps.database.execute(
      sql`UPDATE request_windows SET starts_at = ${startsAt} WHERE request_id = ${paid.id}`,
    )
    expect(await readVisits(flagged, paid.id)).toEqual([ALL, ALL, ALL])
    expect(await readVisits(flagged, open.id)).toEqual([NOTHING, NOTHING])
  })

  it('is ages and the part of town again 30 days after the last window', async () => {
    const { id } = await makePaidRequest(app, parents())
    const endAt = (agoMs: number) =>
      app.deps.database.execute(sql`
        UPDATE request_windows SET starts_at = ${toPast(agoMs + 3_600_000)}, ends_at = ${toPast(agoMs)}
        WHERE request_id = ${id}`)
    const toPast = (ms: number) => new Date(app.deps.clock.now().getTime() - ms).toISOString()
    await endAt(30 * 86_400_000 - 3_600_000)
    expect(await readVisits(caregiver, id)).toEqual([ALL, ALL, ALL])
    await endAt(30 * 86_400_000)
    expect(await readVisits(caregiver, id)).toEqual([BEFORE_PAYMENT, BEFORE_PAYMENT, BEFORE_PAYMENT])
    expect(await readVisits(family, id)).toEqual([ALL, ALL, ALL])
  })
})
