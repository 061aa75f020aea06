import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { users } from '../../people/index.ts'
import { caregiverProfiles, createProfile, familyProfiles } from '../index.ts'
import { isCompleteCaregiver, removeDuplicates } from './caregiver.ts'

const PROFILE = '/api/auth/caregiver/profile'

const WHOLE = {
  editable_full_name: 'Maria Lopez',
  city: 'Lyon',
  country: 'France',
  hourly_rate_usd: 32.5,
  languages: ['French', 'English'],
  description: 'Ten years with newborns.',
  skills: ['Newborn care', 'CPR'],
}

let app: TestApp
let caregiver: TestUser

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  caregiver = await makeUser(app, { role: 'caregiver', fullName: 'Maria', timezone: 'Europe/Paris' })
})

async function findRow(userId: number) {
  const [row] = await app.deps.database
    .select()
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, userId))
  return row
}

describe('a new account', () => {
  it('gets one profile after the job of its event, with the zone of sign-up', async () => {
    const family = await makeUser(app, { role: 'caretaker' })
    const admin = await makeUser(app, { role: 'admin' })
    await app.drain()
    expect(await findRow(caregiver.id)).toMatchObject({
      fullName: 'Maria',
      timezone: 'Europe/Paris',
      verificationStatus: 'pending',
      isListed: false,
      rateCents: 0,
    })
    expect(await findRow(family.id)).toBeUndefined()
    expect(await findRow(admin.id)).toBeUndefined()
    await createProfile(app.deps, caregiver.id, 'Europe/Paris')
    const families = await app.deps.database.select().from(familyProfiles)
    expect(families.map((row) => row.userId)).toEqual([family.id])
  })

  it('has a profile before the job runs, and gets its zone from the job', async () => {
    const { status, body } = await caregiver.client.get(PROFILE)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: caregiver.id,
      caregiver_profile_id: expect.any(Number),
      full_name: 'Maria',
      email: caregiver.email,
      phone_number: '',
      avatar: null,
      city: '',
      country: '',
      hourly_rate_usd: 0,
      languages: [],
      skills: [],
      description: '',
      timezone: 'UTC',
      cancellation_policy: 'moderate',
      experience_years: null,
      care_ages: [],
      video_url: '',
      travel_km: null,
      verification_status: 'pending',
      rejection_reason: null,
      place_id: null,
      document_requests: [],
      document_states: [],
      gov_id_front: null,
      gov_id_back: null,
      certificate: null,
      pending_changes: null,
      is_hidden: false,
      hides_surname: false,
      profile_complete: false,
    })
    await app.drain()
    expect((await caregiver.client.get(PROFILE)).body.timezone).toBe('Europe/Paris')
  })

  it('keeps one profile when a repeated sign-up changed its role', async () => {
    await app.drain()
    await app.deps.database.update(users).set({ role: 'caretaker' }).where(eq(users.id, caregiver.id))
    await withTransaction(app.deps.database, (transaction) =>
      app.deps.jobs.publish(transaction, 'account.created', {
        userId: caregiver.id,
        role: 'caretaker',
        timezone: null,
      }),
    )
    await app.drain()
    expect(await findRow(caregiver.id)).toBeUndefined()
    const families = await app.deps.database
      .select()
      .from(familyProfiles)
      .where(eq(familyProfiles.userId, caregiver.id))
    expect(families).toHaveLength(1)
  })
})

describe('updating the profile', () => {
  it('keeps experience, ages, video and how far they travel, which a specified call leaves as they are', async () => {
    const about = {
      experience_years: 12,
      care_ages: ['newborn', 'toddler'],
      video_url: 'https://vimeo.com/76979871',
      travel_km: 16.09344,
    }
    const { status, body } = await caregiver.client.patch(PROFILE, about)
    expect([status, body]).toEqual([200, expect.objectContaining(about)])
    const again = await caregiver.client.put(PROFILE, WHOLE)
    expect(again.body).toMatchObject(about)
    const refused = await caregiver.client.patch(PROFILE, { video_url: 'https://wa.me/12125550142' })
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, expect.arrayContaining(['video_url'])])
    await app.deps.database
      .update(caregiverProfiles)
      .set({ hiddenAt: app.deps.clock.now() })
      .where(eq(caregiverProfiles.userId, caregiver.id))
    const whileHidden = await caregiver.client.patch(PROFILE, { video_url: 'https://vimeo.com/2' })
    expect([whileHidden.status, whileHidden.body.video_url]).toEqual([
      400,
      ['You can change the video link once your description is shown again'],
    ])
    const none = await caregiver.client.patch(PROFILE, {
      experience_years: null,
      care_ages: [],
      video_url: '',
      travel_km: null,
    })
    expect(none.body).toMatchObject({ experience_years: null, care_ages: [], video_url: '', travel_km: null })
  })

  it('updates all fields, the account’s name and completeness, by PUT and PATCH', async () => {
    const { status, body } = await caregiver.client.put(`${PROFILE}/`, { ...WHOLE, timezone: 'Asia/Karachi' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      full_name: 'Maria Lopez',
      city: 'Lyon',
      country: 'France',
      hourly_rate_usd: 32.5,
      languages: ['French', 'English'],
      skills: ['Newborn care', 'CPR'],
      description: 'Ten years with newborns.',
      timezone: 'Asia/Karachi',
      profile_complete: true,
      verification_status: 'pending',
    })
    expect(await findRow(caregiver.id)).toMatchObject({
      rateCents: 3_250,
      skillKeys: ['newborn care', 'cpr'],
      languageKeys: ['french', 'english'],
    })
    const [user] = await app.deps.database.select().from(users).where(eq(users.id, caregiver.id))
    expect(user).toMatchObject({ fullName: 'Maria Lopez', profileComplete: true, email: caregiver.email })

    const emptied = await caregiver.client.patch(PROFILE, { skills: [] })
    expect(emptied.body).toMatchObject({
      skills: [],
      city: 'Lyon',
      timezone: 'Asia/Karachi',
      profile_complete: false,
    })
    const unchanged = await caregiver.client.patch(PROFILE, {})
    expect(unchanged.body).toEqual(emptied.body)
  })

  it('is complete only with every required field', async () => {
    for (const missing of [
      { city: '' },
      { country: '' },
      { hourly_rate_usd: 0 },
      { languages: [] },
      { skills: [] },
      { description: '  ' },
    ]) {
      const { status, body } = await caregiver.client.put(PROFILE, { ...WHOLE, ...missing })
      expect(status).toBe(200)
      expect(body.profile_complete, JSON.stringify(missing)).toBe(false)
    }
    const details = { ...WHOLE, fullName: 'Maria', rateCents: 1 }
    expect(isCompleteCaregiver(details)).toBe(true)
    expect(isCompleteCaregiver({ ...details, fullName: ' ' })).toBe(false)
  })

  it('drops words that differ only in case', async () => {
    expect(removeDuplicates(['CPR', 'cpr', 'First Aid', 'Cpr'])).toEqual(['CPR', 'First Aid'])
    const { body } = await caregiver.client.put(PROFILE, { ...WHOLE, skills: ['CPR', ' cpr ', 'First Aid'] })
    expect(body.skills).toEqual(['CPR', 'First Aid'])
  })

  it.each([
    [{ editable_full_name: '  ' }, 'editable_full_name', 'Name is required'],
    [{ editable_full_name: 'a'.repeat(26) }, 'editable_full_name', 'Name must be at most 25 characters'],
    [{ city: 'x'.repeat(101) }, 'city', 'City must be at most 100 characters'],
    [{ city: 'a\0b' }, 'city', "City has characters that can't be stored"],
    [{ city: '\ud800' }, 'city', "City has characters that can't be stored"],
    [{ country: 'Atlantis' }, 'country', 'Choose a country from the list'],
    [{ hourly_rate_usd: '30,00' }, 'hourly_rate_usd', 'Hourly rate must be a number'],
    [{ hourly_rate_usd: -1 }, 'hourly_rate_usd', 'Hourly rate must be 0 or more'],
    [{ hourly_rate_usd: 30.005 }, 'hourly_rate_usd', 'Hourly rate can have at most 2 decimals'],
    [{ hourly_rate_usd: 2e53 }, 'hourly_rate_usd', 'Hourly rate must be at most 1000'],
    [{ languages: 'English' }, 'languages', 'Language must be a list'],
    [{ languages: [['English']] }, 'languages', 'Language is required'],
    [{ skills: Array.from({ length: 61 }, (_, at) => `skill ${at}`) }, 'skills', 'Skill can hold at most 60'],
    [{ skills: [''] }, 'skills', 'Skill is required'],
    [{ description: 'x'.repeat(401) }, 'description', 'Description must be at most 400 characters'],
    [
      { description: 'Call me at (212) 555-0142 today' },
      'description',
      'Please remove a phone number: “(212) 555-0142”. Families contact and pay you on Tendwell',
    ],
    [{ timezone: 'Mars/Olympus' }, 'timezone', 'Unknown time zone'],
    [{ verification_status: 'verified' }, 'verification_status', 'Unknown field'],
    [{ is_listed: true }, 'is_listed', 'Unknown field'],
    [{ email: 'x@y.zz' }, 'email', 'Unknown field'],
  ])('rejects %j and stores nothing', async (change, field, message) => {
    const { status, body } = await caregiver.client.put(PROFILE, { ...WHOLE, ...change })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid', [field]: [message], request_id: expect.any(String) })
    expect((await caregiver.client.patch(PROFILE, change)).status).toBe(400)
    expect((await caregiver.client.get(PROFILE)).body).toMatchObject({
      full_name: 'Maria',
      city: '',
      skills: [],
    })
  })

  it('rejects malformed bodies', async () => {
    const { editable_full_name: _name, ...nameless } = WHOLE
    for (const body of [nameless, [], 'x', 1, null, '{"city":1e309}', `${'['.repeat(5_000)}`, '']) {
      const { status } = await caregiver.client.put(PROFILE, body)
      expect(status, JSON.stringify(body)?.slice(0, 40)).toBe(400)
    }
    expect((await caregiver.client.get(PROFILE)).body.city).toBe('')
  })

  it('keeps changes of different fields made at the same time', async () => {
    await caregiver.client.put(PROFILE, WHOLE)
    const answers = await Promise.all([
      caregiver.client.patch(PROFILE, { city: 'Nice' }),
      caregiver.client.patch(PROFILE, { description: 'Updated.' }),
      caregiver.client.patch(PROFILE, { skills: ['Sleep training'] }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    const { body } = await caregiver.client.get(PROFILE)
    expect(body).toMatchObject({ city: 'Nice', description: 'Updated.', skills: ['Sleep training'] })
  })
})

it('is available to caregivers only', async () => {
  const family = await makeUser(app, { role: 'caretaker' })
  const admin = await makeUser(app, { role: 'admin' })
  for (const verb of ['get', 'put', 'patch'] as const) {
    expect((await app.visitor[verb](PROFILE, WHOLE)).status).toBe(401)
    expect((await family.client[verb](PROFILE, WHOLE)).status).toBe(403)
    expect((await admin.client[verb](PROFILE, WHOLE)).status).toBe(403)
  }
  expect(await findRow(family.id)).toBeUndefined()
})
