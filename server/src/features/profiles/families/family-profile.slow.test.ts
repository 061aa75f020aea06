import { addDays } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { logIn, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeFamily, makePicture, toForm } from '../../../../test/factories/profiles.ts'
import { users } from '../../people/index.ts'
import { familyProfiles } from '../index.ts'

const PROFILE = '/api/auth/caretaker/profile'

const DETAILS = {
  editable_full_name: 'Clara and Jonas Lindqvist',
  phone_number: '+1 (212) 555-0142',
  street: '12 Plane Street',
  apartment: '4B',
  neighborhood: 'Cobble Hill',
  postal_code: '11201',
  city: 'New York',
  country: 'United States',
  care_needs: ['Nanny', 'Overnight care'],
  languages: ['English', 'Swedish'],
  notes: 'A quiet house with a dog.',
}
const YEARS = { age_months: null, due_date: null, birth_month: null }
const MIA = { name: 'Mia', age: 4, ...YEARS, notes: 'Allergic to nuts' }

let app: TestApp
let family: TestUser

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  family = await makeFamily(app, { name: 'Clara' })
})

const profile = async () => (await family.client.get(PROFILE)).body
const aDay = (days: number) => addDays(app.deps.clock.now().toISOString().slice(0, 10), days)

describe('a family’s own profile', () => {
  it('exists before the job after sign-up runs, empty and incomplete', async () => {
    const early = await makeUser(app, { role: 'caretaker', fullName: 'Early' })
    const { status, body } = await early.client.get(`${PROFILE}/`)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: early.id,
      full_name: 'Early',
      email: early.email,
      avatar: null,
      phone_number: '',
      emergency_contact: null,
      place_id: null,
      street: '',
      apartment: '',
      neighborhood: '',
      postal_code: '',
      city: '',
      country: '',
      children: [],
      care_needs: [],
      languages: [],
      notes: '',
      profile_complete: false,
    })
    await app.drain()
    const rows = await app.deps.database
      .select()
      .from(familyProfiles)
      .where(eq(familyProfiles.userId, early.id))
    expect(rows).toHaveLength(1)
  })

  it('updates the details without the children, the account’s name and completeness', async () => {
    await family.client.put(PROFILE, { children: [MIA] })
    const { status, body } = await family.client.put(`${PROFILE}/`, DETAILS)
    expect(status).toBe(200)
    const { editable_full_name: name, ...details } = DETAILS
    expect(body).toMatchObject({ ...details, full_name: name, children: [MIA], profile_complete: true })
    const session = await logIn(app, family.email)
    expect(session.body.user).toMatchObject({ full_name: name, profile_complete: true })
    const [user] = await app.deps.database.select().from(users).where(eq(users.id, family.id))
    expect(user?.email).toBe(family.email)

    const emptied = await family.client.put(PROFILE, { ...DETAILS, city: ' ' })
    expect(emptied.body).toMatchObject({ city: '', profile_complete: false, children: [MIA] })
  })

  it('replaces the whole list of children without changing the details', async () => {
    await family.client.put(PROFILE, DETAILS)
    const first = await family.client.put(PROFILE, { children: [MIA, { name: 'Leo', age: 1 }] })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ city: 'New York', profile_complete: true, notes: DETAILS.notes })
    expect(first.body.children).toMatchObject([MIA, { name: 'Leo', age: 1, ...YEARS, notes: '' }])
    const second = await family.client.put(PROFILE, { children: [{ name: 'Leo', age: 2 }, MIA] })
    expect(second.body.children.map(({ name }: { name: string }) => name)).toEqual(['Leo', 'Mia'])
    expect((await family.client.put(PROFILE, { children: [] })).body.children).toEqual([])
  })

  it('names a child without a name by position, and cuts notes to 200 characters', async () => {
    const children = [MIA, { name: '  ', age: 2, notes: 'x'.repeat(450) }, { age: 7 }]
    const { body } = await family.client.put(PROFILE, { children })
    expect(body.children).toMatchObject([
      MIA,
      { name: 'Child 2', age: 2, notes: 'x'.repeat(200) },
      { name: 'Child 3', age: 7, notes: '' },
    ])
    const smile = `${'x'.repeat(199)}🙂`
    const whole = await family.client.put(PROFILE, { children: [{ ...MIA, notes: smile }] })
    expect(whole.body.children[0].notes).toBe('x'.repeat(199))
  })

  it.each(['555-0142', '+44 (0)20 7946 0991', '212.555.0142 ext. 12', ''])(
    'accepts the phone number %j',
    async (number) => {
      const { status, body } = await family.client.put(PROFILE, { phone_number: number })
      expect([status, body.phone_number]).toEqual([200, number])
    },
  )

  it('accepts age 0 with the details, and only ages from 1 without them', async () => {
    const newborn = { children: [{ name: 'Ida', age: 0 }] }
    const alone = await family.client.put(PROFILE, newborn)
    expect([alone.status, alone.body.children]).toEqual([400, ['Age must be 1 or more']])
    const together = await family.client.put(PROFILE, { ...DETAILS, ...newborn })
    expect(together.status).toBe(200)
    expect(together.body.children).toMatchObject([{ name: 'Ida', age: 0, ...YEARS, notes: '' }])
  })

  it('has months under one year, or a due date, with the age 0 in years', async () => {
    const due = aDay(200)
    const children = [
      { name: 'Otto', age_months: 0 },
      { name: 'Ida', age: 0, age_months: 11, due_date: null },
      { name: 'Bump', due_date: due },
    ]
    const { status, body } = await family.client.put(PROFILE, { children })
    expect(status).toBe(200)
    expect(body.children).toMatchObject([
      { name: 'Otto', age: 0, age_months: 0, due_date: null },
      { name: 'Ida', age: 0, age_months: 11, due_date: null },
      { name: 'Bump', age: 0, age_months: null, due_date: due },
    ])
    // What was read can be saved again.
    const again = await family.client.put(PROFILE, { children: body.children })
    expect(again.body.children).toEqual(body.children)
  })

  it('has a birth month, from which its age follows, and which may be saved again with that age', async () => {
    const [year, month] = app.deps.clock.now().toISOString().split('-') as [string, string]
    const children = [
      { name: 'Otto', birth_month: `${year}-${month}` },
      { name: 'Mia', age: 9, birth_month: `${Number(year) - 2}-${month}` },
    ]
    const { status, body } = await family.client.put(PROFILE, { children })
    expect(status).toBe(200)
    expect(body.children).toMatchObject([
      { ...YEARS, ...children[0], age: 0, age_months: 0 },
      { ...YEARS, ...children[1], age: 2 },
    ])
    const again = await family.client.put(PROFILE, { children: body.children })
    expect(again.body.children).toEqual(body.children)
    const withoutMonth = await family.client.put(PROFILE, { children: [{ name: 'Mia', age: 2 }] })
    expect(withoutMonth.body.children).toMatchObject([{ name: 'Mia', age: 2, ...YEARS }])
  })

  it('accepts due dates from 30 days ago to 10 months ahead', async () => {
    const save = (days: number) =>
      family.client.put(PROFILE, { children: [{ name: 'Bump', due_date: aDay(days) }] })
    expect((await save(-30)).status).toBe(200)
    expect((await save(300)).status).toBe(200)
    for (const [days, message] of [
      [-31, 'This due date has passed. Enter the birth month'],
      [310, 'Enter a due date within the next 10 months'],
    ] as const) {
      const { status, body } = await save(days)
      expect([status, body.children]).toEqual([400, [message]])
    }
    expect((await profile()).children).toMatchObject([{ due_date: aDay(300) }])
  })

  it('keeps a child’s id when the list is saved again, and never takes another family’s', async () => {
    const rival = await makeFamily(app, { name: 'Rival' })
    const [theirs] = (await rival.client.put(PROFILE, { children: [MIA] })).body.children
    const [mia] = (await family.client.put(PROFILE, { children: [MIA] })).body.children
    const { body } = await family.client.put(PROFILE, {
      children: [
        { ...MIA, name: 'Leo', id: theirs.id },
        { ...mia, age: 5 },
        { ...mia, name: 'Twin' },
      ],
    })
    const ids = body.children.map(({ id }: { id: number }) => id)
    expect(ids[1]).toBe(mia.id)
    expect(ids).not.toContain(theirs.id)
    expect(new Set(ids).size).toBe(3)
    expect((await rival.client.get(PROFILE)).body.children).toEqual([{ ...MIA, id: theirs.id }])
  })

  it.each([
    [{ editable_full_name: ' ' }, 'editable_full_name', 'Name is required'],
    [{ editable_full_name: 'a'.repeat(256) }, 'editable_full_name', 'Name must be at most 255 characters'],
    [{ phone_number: 'call me' }, 'phone_number', 'Enter a valid phone number'],
    [{ phone_number: '12' }, 'phone_number', 'Enter a valid phone number'],
    [{ city: 'x'.repeat(101) }, 'city', 'City must be at most 100 characters'],
    [{ street: 'x'.repeat(201) }, 'street', 'Street address must be at most 200 characters'],
    [{ apartment: 'x'.repeat(51) }, 'apartment', 'Apartment must be at most 50 characters'],
    [{ neighborhood: 'x'.repeat(101) }, 'neighborhood', 'Part of town must be at most 100 characters'],
    [{ postal_code: 'x'.repeat(21) }, 'postal_code', 'Postal code must be at most 20 characters'],
    [{ country: 'Atlantis' }, 'country', 'Choose a country from the list'],
    [{ care_needs: 'Nanny' }, 'care_needs', 'Care need must be a list'],
    [{ languages: [''] }, 'languages', 'Language is required'],
    [{ notes: 'x'.repeat(401) }, 'notes', 'Notes must be at most 400 characters'],
    [{ email: 'x@y.zz' }, 'email', 'Unknown field'],
    [{ profile_complete: true }, 'profile_complete', 'Unknown field'],
    [{ children: [{ ...MIA, age: 'four' }] }, 'children', 'Age must be a whole number'],
    [{ children: [{ ...MIA, age: 1.5 }] }, 'children', 'Age must be a whole number'],
    [{ children: [{ ...MIA, age: 18 }] }, 'children', 'Age must be at most 17'],
    [{ children: [{ name: 'Mia' }] }, 'children', 'Age is required'],
    [
      { children: [{ ...MIA, age_months: 3 }] },
      'children',
      'Enter a birth month, years, months or a due date, only one of them',
    ],
    [
      { children: [{ age_months: 3, due_date: '2026-12-01' }] },
      'children',
      'Enter a birth month, years, months or a due date, only one of them',
    ],
    [{ children: [{ age_months: -1 }] }, 'children', 'Months must be 0 or more'],
    [
      { children: [{ age_months: 12 }] },
      'children',
      'Months must be at most 11. Enter older children’s age in years',
    ],
    [{ children: [{ age_months: 2.5 }] }, 'children', 'Months must be a whole number'],
    [{ children: [{ due_date: '2026-02-30' }] }, 'children', 'Enter a date as YYYY-MM-DD'],
    [{ children: [{ birth_month: '2026-13' }] }, 'children', 'Enter a month as YYYY-MM'],
    [{ children: [{ birth_month: '1999-01' }] }, 'children', 'Enter a birth month of the last 18 years'],
    [
      { children: [{ birth_month: '2025-01', due_date: '2026-12-01' }] },
      'children',
      'Enter a birth month, years, months or a due date, only one of them',
    ],
    [{ children: [{ ...MIA, age: -1 }] }, 'children', 'Age must be 0 or more'],
    [{ children: [{ ...MIA, school: 'x' }] }, 'children', 'Unknown field: school'],
    [{ children: [{ ...MIA, name: 'a\0' }] }, 'children', "Child name has characters that can't be stored"],
    [{ children: Array(31).fill(MIA) }, 'children', 'A profile can hold at most 30 children'],
    [{ children: MIA }, 'children', 'Children must be a list'],
  ])('rejects %j and stores nothing', async (change, field, message) => {
    await family.client.put(PROFILE, { ...DETAILS, children: [MIA] })
    const before = await profile()
    for (const body of [change, { ...DETAILS, city: 'Boston', ...change }]) {
      const answer = await family.client.put(PROFILE, body)
      expect(answer.status).toBe(400)
      expect(answer.body[field]).toContain(message)
    }
    expect(await profile()).toEqual(before)
  })

  it('keeps changes of different fields made at the same time', async () => {
    const answers = await Promise.all([
      family.client.put(PROFILE, { children: [MIA] }),
      family.client.put(PROFILE, { children: [{ name: 'Leo', age: 2 }, MIA] }),
      family.client.put(PROFILE, { city: 'Boston' }),
      family.client.put(PROFILE, { notes: 'Updated.' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { children, ...rest } = await profile()
    expect(rest).toMatchObject({ city: 'Boston', notes: 'Updated.' })
    expect([1, 2]).toContain(children.length)
  })

  it('has a photo', async () => {
    const form = toForm({ avatar: { content: await makePicture('png') } })
    const { status, body } = await family.client.upload('/api/auth/caretaker/avatar/', form)
    expect(status).toBe(200)
    expect((await profile()).avatar).toBe(body.avatar)
    expect((await app.visitor.get(body.avatar)).status).toBe(200)
  })

  it('is available to families only', async () => {
    const caregiver = await makeUser(app, { role: 'caregiver' })
    const admin = await makeUser(app, { role: 'admin' })
    for (const verb of ['get', 'put'] as const) {
      expect((await app.visitor[verb](PROFILE, DETAILS)).status).toBe(401)
      expect((await caregiver.client[verb](PROFILE, DETAILS)).status).toBe(403)
      expect((await admin.client[verb](PROFILE, DETAILS)).status).toBe(403)
    }
  })
})

describe('what caregivers read before a payment', () => {
  const CONTACT = 'Call me at +1 212 555 0187'

  it.each([
    ['notes', CONTACT],
    ['notes', 'I mail you a check for $2,900, keep $400 and send me the rest'],
    ['care_needs', ['Nanny', 'Venmo $fay-hart only']],
    ['languages', ['telegram: fay_42']],
    ['neighborhood', 'call 212 555 0187'],
    ['city', 'fay@scam.test'],
  ])('has no contact in its %s', async (field, value) => {
    const before = await profile()
    const { status, body } = await family.client.put(PROFILE, { [field]: value })
    expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining([field])])
    expect(await profile()).toEqual(before)
  })

  it('may keep what stood there before', async () => {
    await app.deps.database
      .update(familyProfiles)
      .set({ notes: CONTACT })
      .where(eq(familyProfiles.userId, family.id))
    expect((await family.client.put(PROFILE, { notes: CONTACT, city: 'Boston' })).status).toBe(200)
  })
})
