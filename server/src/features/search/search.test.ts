import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeCaregiver, makeFamily, setActive } from '../../../test/factories/profiles.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { caregiverProfiles, setRating } from '../profiles/index.ts'

const LIST = '/api/auth/caregivers'

let app: TestApp
const ids = new Map<string, number>()

const PEOPLE = [
  {
    name: 'Amélie Roux',
    city: 'Lyon',
    country: 'France',
    skills: ['Newborn care', 'CPR'],
    languages: ['French', 'English'],
    rateCents: 3_000,
    description: 'Caring for newborns through the night.',
    ratings: [5, 5, 4],
  },
  {
    name: 'Bella Stone',
    city: 'San Francisco',
    country: 'United States',
    skills: ['CPR', 'Pet care'],
    languages: ['English'],
    rateCents: 5_600,
    description: 'Dogs, cats and toddlers.',
    ratings: [5],
  },
  {
    name: 'Clara Will',
    city: 'San José',
    country: 'United States',
    skills: ['Newborn care', 'Sleep training'],
    languages: ['Spanish'],
    rateCents: 5_500,
    description: '100% calm_nights',
    ratings: [],
  },
  {
    name: 'Dana Bello',
    city: 'Paris',
    country: 'France',
    skills: ['newborn CARE', 'cpr', 'Meal prep'],
    languages: ['German', 'Arabic'],
    rateCents: 9_950,
    description: 'Cooks for families.',
    ratings: [4, 4],
  },
  {
    name: 'Eve Paris',
    city: 'Berlin',
    country: 'Germany',
    skills: ['Elder care'],
    languages: ['German'],
    rateCents: 2_000,
    description: 'A quiet hand.',
    ratings: [5, 5, 5],
  },
] as const

beforeAll(async () => {
  app = await testApp()
  for (const { ratings, ...person } of PEOPLE) {
    const { id } = await makeCaregiver(app, {
      ...person,
      skills: [...person.skills],
      languages: [...person.languages],
    })
    ids.set(person.name.split(' ')[0] ?? '', id)
    const ratingSum = ratings.reduce((sum: number, rating) => sum + rating, 0)
    await withTransaction(app.deps.database, (transaction) =>
      setRating(transaction, id, { ratingSum, ratingCount: ratings.length }),
    )
  }
  for (const status of ['pending', 'rejected', 'flagged'] as const) {
    const { id } = await makeCaregiver(app, {
      name: `Hidden ${status}`,
      status,
      skills: ['CPR'],
      city: 'Lyon',
    })
    ids.set(status, id)
  }
  const { id } = await makeCaregiver(app, { name: 'Hidden gone', skills: ['CPR'], city: 'Lyon' })
  await setActive(app, id, false)
  ids.set('gone', id)
})
afterAll(() => app.close())

const toPath = (query: Record<string, string>) => `${LIST}?${new URLSearchParams(query)}`

async function findNames(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await app.visitor.get(toPath(query))
  expect(status, JSON.stringify(body)).toBe(200)
  const names = body.results.map((result: { full_name: string }) => result.full_name.split(' ')[0])
  if (!query.page) expect(body.count).toBe(names.length)
  return names
}

describe('the list', () => {
  it('shows listed caregivers only: best rated first, then most reviewed, then oldest account', async () => {
    expect(await findNames({})).toEqual(['Eve', 'Bella', 'Amélie', 'Dana', 'Clara'])
  })

  it('shows only public fields of a caregiver', async () => {
    const { body } = await app.visitor.get(toPath({ city: 'Lyon' }))
    expect(body).toEqual({
      count: 1,
      count_is_exact: true,
      near: null,
      named: null,
      corrected_q: null,
      roles: [],
      nearest: null,
      next: null,
      previous: null,
      results: [
        {
          id: ids.get('Amélie'),
          caregiver_profile_id: expect.any(Number),
          full_name: 'Amélie Roux',
          avatar: null,
          city: 'Lyon',
          country: 'France',
          hourly_rate_usd: 30,
          languages: ['French', 'English'],
          skills: ['Newborn care', 'CPR'],
          description: 'Caring for newborns through the night.',
          timezone: 'UTC',
          cancellation_policy: 'moderate',
          verification_status: 'verified',
          average_rating: 4.67,
          total_reviews: 3,
          paper_checks: { id_checked_on: null, certificate: null },
          has_background_check: false,
          next_free_start: null,
          free_slots: [],
          distance_km: null,
        },
      ],
    })
  })

  it.each([
    [{ skills: 'Newborn care' }, ['Amélie', 'Dana', 'Clara']],
    [{ skills: 'NEWBORN CARE,cpr' }, ['Amélie', 'Dana']],
    [{ skills: 'cpr, Newborn care ,Meal prep' }, ['Dana']],
    [{ skills: 'CPR,Elder care' }, []],
    [{ skills: 'Newborn' }, []],
    [{ skills: ' , ,' }, ['Eve', 'Bella', 'Amélie', 'Dana', 'Clara']],
    [{ languages: 'german' }, ['Eve', 'Dana']],
    [{ languages: 'Spanish,GERMAN,Klingon' }, ['Eve', 'Dana', 'Clara']],
    [{ languages: 'Klingon' }, []],
    [{ country: 'fRANCE' }, ['Amélie', 'Dana']],
    [{ country: 'Atlantis' }, []],
    [{ country: '', city: ' ', q: '' }, ['Eve', 'Bella', 'Amélie', 'Dana', 'Clara']],
    [{ city: 'san' }, ['Bella', 'Clara']],
    [{ city: 'SAN JOSE' }, ['Clara']],
    [{ city: 'san josé' }, ['Clara']],
    [{ city: 'San Jose\u0301' }, ['Clara']],
    [{ city: 'jose' }, []],
    [{ min_rate: '55', max_rate: '56' }, ['Bella', 'Clara']],
    [{ min_rate: '56' }, ['Bella', 'Dana']],
    [{ max_rate: '30' }, ['Eve', 'Amélie']],
    [{ min_rate: '0', max_rate: '0' }, []],
    [{ min_rate: '60', max_rate: '50' }, []],
    [{ min_rating: '4.5' }, ['Eve', 'Bella', 'Amélie']],
    [{ min_rating: '4.67' }, ['Eve', 'Bella', 'Amélie']],
    [{ min_rating: '5' }, ['Eve', 'Bella']],
    [
      { country: 'United States', skills: 'cpr', languages: 'english', min_rate: '50', city: 'san' },
      ['Bella'],
    ],
    [{ ordering: 'rate' }, ['Eve', 'Amélie', 'Clara', 'Bella', 'Dana']],
    [{ ordering: '-rate' }, ['Dana', 'Bella', 'Clara', 'Amélie', 'Eve']],
    [{ city: 'san', ordering: 'rate' }, ['Clara', 'Bella']],
    [{ city: 'san', ordering: '-rate' }, ['Bella', 'Clara']],
    [{ city: 'san', ordering: 'newest' }, ['Clara', 'Bella']],
    [{ city: 'san', page: '2', page_size: '1' }, ['Clara']],
    [{ city: 'san', q: 'toddlers' }, ['Bella']],
    [{ city: 'san', q: 'cats toddlers' }, ['Bella']],
    [{ city: 'san', q: 'clar', skills: 'juggling' }, []],
    [{ city: 'a', q: 'paris' }, []],
    [{ ordering: 'newest' }, ['Eve', 'Dana', 'Clara', 'Bella', 'Amélie']],
  ] as [Record<string, string>, string[]][])('filters by %j', async (query, expected) => {
    expect(await findNames(query)).toEqual(expected)
  })

  it.each([
    // By a first name, its beginning, and the beginning of a last name.
    ['clara', ['Clara']],
    ['CLA', ['Clara']],
    ['bel', ['Bella', 'Dana']],
    ['amélie r', ['Amélie']],
    ['AMÉLIE', ['Amélie']],
    // Accents are ignored in every kind of search text: words, prefixes, phrases and OR.
    ['amelie', ['Amélie']],
    ['Amel', ['Amélie']],
    ['àmêlie', ['Amélie']],
    ['ame\u0301lie', ['Amélie']],
    ['amelie r', ['Amélie']],
    ['amelie newborn', ['Amélie']],
    ['amélie càring', ['Amélie']],
    ['amélie ór dogs', ['Amélie', 'Bella']],
    ['"amelie roux"', ['Amélie']],
    ['san jose', ['Clara']],
    ['josé', ['Clara']],
    ['bélla', ['Bella']],
    ['will', ['Clara']],
    ['ella', []],
    // By city, skill and description. All words must match, in any grammatical form.
    ['berlin', ['Eve']],
    ['meal prep', ['Dana']],
    ['newborns', ['Amélie', 'Clara', 'Dana']],
    ['cooking', ['Dana']],
    ['paris cooking', ['Dana']],
    ['amélie caring lyon newborn', ['Amélie']],
    ['dogs sleep', []],
    // A match in the name ranks before one in the city.
    ['paris', ['Eve', 'Dana']],
    // Wildcards, SQL and tsquery operators have no effect.
    ['%', []],
    ['_', []],
    ['\\', []],
    ["'; DROP TABLE users; --", []],
    ['a & | ! <-> (:*', []],
    ['"unclosed', []],
    ['hidden', []],
  ])('finds by the words %j', async (q, expected) => {
    expect((await findNames({ q })).sort()).toEqual([...expected].sort())
    if (q === 'paris') expect(await findNames({ q })).toEqual(expected)
    expect(await findNames({ q, ordering: 'rating' })).toHaveLength(expected.length)
  })

  it('treats wildcards in a city as plain characters', async () => {
    for (const city of ['%', '_', 'S_n', 'L%n', '\\', "Lyon'"]) expect(await findNames({ city })).toEqual([])
  })

  it('pages through without repeating or missing anyone', async () => {
    const seen: string[] = []
    let path: string | null = toPath({ page_size: '2', skills: '' })
    let pages = 0
    while (path !== null) {
      const { body }: Awaited<ReturnType<typeof app.visitor.get>> = await app.visitor.get(path)
      expect(body.count).toBe(5)
      expect(body.previous === null).toBe(pages === 0)
      seen.push(...body.results.map((result: { full_name: string }) => result.full_name))
      path = body.next
      pages += 1
    }
    expect(pages).toBe(3)
    expect(new Set(seen).size).toBe(5)
    expect(await findNames({ page: '4', page_size: '2' })).toEqual([])
    expect(await findNames({ page: '100000', page_size: '24' })).toEqual([])
  })

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=1e3',
    'page=999999999999999999',
    'page_size=101',
    'page_size=0',
    'min_rate=-1',
    'min_rate=abc',
    'min_rate=1e309',
    'max_rate=12.5',
    'min_rating=6',
    'min_rating=NaN',
    'ordering=name',
    'ordering=rate;drop',
    'q=%00',
    'city=%00',
    `q=${'a'.repeat(201)}`,
    'unknown=1',
    'q=a&q=b',
    `skills=${Array.from({ length: 21 }, (_, at) => at).join(',')}`,
    'is_listed=false',
  ])('rejects ?%s', async (query) => {
    const { status, body } = await app.visitor.get(`${LIST}?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'invalid',
      detail: expect.any(String),
      request_id: expect.any(String),
    })
  })
})

describe('the page of one caregiver', () => {
  it('is the same as in the list, with the service fee and what records say', async () => {
    const { status, body } = await app.visitor.get(`${LIST}/${ids.get('Clara')}/`)
    expect(status).toBe(200)
    const list = await app.visitor.get(toPath({ q: 'clara' }))
    expect(body).toEqual({
      ...list.body.results[0],
      service_fee_bps: 0,
      notice_hours: 0,
      minimum_visit_minutes: 0,
      experience_years: null,
      care_ages: [],
      video_url: '',
      travel_km: null,
      completion_rate: null,
      response_hours: null,
      repeat_families: null,
      references_confirmed: 0,
      background_check: null,
    })
    expect(body).toMatchObject({ hourly_rate_usd: 55, average_rating: null, total_reviews: 0 })
  })

  it('has a video link unless staff hide the profile', async () => {
    const id = ids.get('Clara') as number
    const video = 'https://vimeo.com/76979871'
    const showWith = async (hiddenAt: Date | null, videoUrl = video) => {
      await app.deps.database
        .update(caregiverProfiles)
        .set({ hiddenAt, videoUrl })
        .where(eq(caregiverProfiles.userId, id))
      return (await app.visitor.get(`${LIST}/${id}/`)).body.video_url
    }
    expect(await showWith(null)).toBe(video)
    expect(await showWith(app.deps.clock.now())).toBe('')
    expect(await showWith(null, '')).toBe('')
  })

  it('is a 404 for unlisted caregivers, other roles and unknown ids', async () => {
    const family = await makeFamily(app)
    const hidden = ['pending', 'rejected', 'flagged', 'gone'].map((name) => ids.get(name))
    for (const id of [...hidden, family.id, 999_999, 0, -1, 'x', '1e3', '99999999999999', '%00']) {
      const { status, body } = await app.visitor.get(`${LIST}/${id}`)
      expect(status, String(id)).toBe(404)
      expect(body).toMatchObject({ code: 'not_found', detail: 'Not found' })
    }
  })
})
