import { afterAll, beforeAll, expect, it } from 'vitest'
import { countRuns, fc } from '../../../../contract/test/random.ts'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import { makeCaregiver, makeFamily, setActive } from '../../../test/factories/profiles.ts'

const COUNTRY_OF = {
  'New York': 'United States',
  Brooklyn: 'United States',
  'Los Angeles': 'United States',
  'San Francisco': 'United States',
  Boston: 'United States',
  Hialeah: 'United States',
  Chicago: 'United States',
  London: 'United Kingdom',
  Manchester: 'United Kingdom',
  Bath: 'United Kingdom',
  Paris: 'France',
  Lyon: 'France',
  Nice: 'France',
  Berlin: 'Germany',
  Munich: 'Germany',
  Dubai: 'United Arab Emirates',
  Riyadh: 'Saudi Arabia',
  Mumbai: 'India',
  Delhi: 'India',
  Karachi: 'Pakistan',
  Lahore: 'Pakistan',
  Toronto: 'Canada',
  Montréal: 'Canada',
  Sydney: 'Australia',
  Melbourne: 'Australia',
} as const

/** First name, city, skills, languages and description of each caregiver. */
const PEOPLE: [string, keyof typeof COUNTRY_OF, string, string, string][] = [
  ['Ada', 'New York', 'Newborn care, Infant care', 'English, Spanish', 'Calm with infants.'],
  ['Bea', 'New York', 'Night nanny, Newborn care', 'English', 'Night nanny of twins.'],
  ['Cora', 'New York', 'Toddler care, Homework help', 'English, French', 'Evenings and weekends.'],
  ['Dov', 'New York', 'Dog walking, Pet care', 'English', 'Once a babysitter and nanny, now with dogs.'],
  ['Ela', 'New York', 'Elder care, Dementia care', 'English, Russian', 'Patient with older people.'],
  ['Fay', 'New York', 'Deep cleaning, Laundry and ironing', 'English', 'Spotless homes.'],
  ['Gus', 'Brooklyn', 'Outdoor play, Arts and crafts', 'English', 'Parks in any weather.'],
  ['Hal', 'Los Angeles', 'Toddler care, Swimming supervision', 'English, Spanish', 'Loves the sea.'],
  ['Ivy', 'Los Angeles', 'Birth doula support, Postpartum support', 'English', 'A doula for ten years.'],
  ['Joy', 'Los Angeles', 'Pet care', 'English', 'Cats and parrots.'],
  ['Kim', 'San Francisco', 'Montessori activities, Toddler care', 'English, Chinese', 'A former teacher.'],
  ['Lou', 'San Francisco', 'Elder care, Companionship', 'English', 'Slow walks and talks.'],
  ['Kit', 'Boston', 'Tutoring, Homework help', 'English', 'Mathematics for all ages.'],
  ['Max', 'Chicago', 'Special needs care, Autism support', 'English', 'Predictable days.'],
  ['Mae', 'London', 'Newborn care, Bottle feeding', 'English', 'First weeks at home.'],
  ['Nia', 'London', 'Toddler care, Potty training', 'English, Italian', 'Cheerful mornings.'],
  ['Oda', 'London', 'Elder care, Mobility assistance', 'English', 'Dignity comes first.'],
  ['Pip', 'London', 'Dog walking', 'English', 'Long walks. My sister is a nanny.'],
  ['Quin', 'London', 'Light housekeeping, Household management', 'English', 'Quiet and exact.'],
  ['Rae', 'Manchester', 'Special needs care, ADHD support', 'English', 'Clear rules.'],
  ['Bath', 'Bath', 'Toddler care', 'English', 'Rainy day games.'],
  ['Sol', 'Paris', 'Toddler care, School pick-up and drop-off', 'French', 'Contes et jeux.'],
  ['Tia', 'Paris', 'Newborn care', 'French, English', 'Douce et calme.'],
  ['Una', 'Paris', 'Deep cleaning', 'French', 'Maison propre.'],
  ['Viv', 'Lyon', 'Postpartum support, Lactation support', 'French', 'Doula et sage-femme.'],
  ['Noa', 'Nice', 'Toddler care', 'French, English', 'Plage et jardin.'],
  ['Wim', 'Berlin', 'Toddler care, Outdoor play', 'German', 'Im Wald zu Hause.'],
  ['Xia', 'Berlin', 'Elder care', 'German', 'Mit Ruhe und Zeit.'],
  ['Yve', 'Munich', 'Night nanny', 'German, English', 'Ruhige Nächte.'],
  ['Zoe', 'Dubai', 'Newborn care', 'Arabic, English', 'Gentle and discreet.'],
  ['Abe', 'Dubai', 'Light housekeeping, Family cooking', 'English, Hindi', 'Hotel-trained.'],
  ['Bo', 'Riyadh', 'Early childhood education', 'Arabic', 'Stories and letters.'],
  ['Chi', 'Mumbai', 'Newborn care, Postnatal recovery', 'Hindi, English', 'Massages and baths.'],
  ['Dee', 'Delhi', 'Toddler care', 'Hindi', 'Songs all day.'],
  ['Emi', 'Karachi', 'Toddler care, Bedtime routines', 'Urdu', 'Grandmother of six.'],
  ['Fin', 'Lahore', 'Elder care', 'Urdu', 'Newspapers and tea.'],
  ['Gia', 'Toronto', 'Toddler care', 'English', 'Snow or sun.'],
  ['Hue', 'Montréal', 'Newborn care, Sleep training', 'French, English', 'Whole nights.'],
  ['Charlotte', 'Sydney', 'Toddler care', 'English', 'Beach and books.'],
  ['Lia', 'Hialeah', 'School pick-up and drop-off', 'Portuguese', 'Games in the shade.'],
  ['Jan', 'Melbourne', 'Dog walking, Pet care', 'English', 'Big dogs too.'],
]

const SITTERS = 'Cora Gus Hal Kim Kit Nia Bath Sol Noa Wim Bo Dee Emi Gia Charlotte Lia'
const NIGHT = 'Bea Yve'
const NEWBORN_BY_DAY = 'Ada Mae Tia Zoe Chi Hue Ivy Viv'
const NEWBORN = `${NIGHT} ${NEWBORN_BY_DAY}`
const NANNIES_BY_DAY = `${SITTERS} ${NEWBORN_BY_DAY}`
const NANNIES = `${NIGHT} ${NANNIES_BY_DAY}`
const ELDER = 'Ela Lou Oda Xia Fin'
const PETS = 'Dov Joy Jan Pip'
const CLEANERS = 'Fay Quin Una Abe'

/**
 * Texts as people type them, with who is found. No one else is; those before ">" come first.
 */
const QUERIES: [q: string, found: string][] = [
  // Roles.
  ['babysitter', SITTERS],
  ['babysitters', SITTERS],
  ['baby sitter', SITTERS],
  ['baby-sitter', SITTERS],
  ['Babysitting', SITTERS],
  ['sitter', SITTERS],
  ['nanny', `${NIGHT} > ${NANNIES_BY_DAY}`],
  ['nannies', NANNIES],
  ['NANNY', NANNIES],
  ['nanny caregiver', NANNIES],
  ['childcare', NANNIES],
  ['child care', NANNIES],
  ['childminder', SITTERS],
  ['au pair', SITTERS],
  ['au-pair', SITTERS],
  ['governess', SITTERS],
  ['night nanny', NIGHT],
  ['night nurse', NIGHT],
  ['night nannies', NIGHT],
  ['overnight nanny', NIGHT],
  ['newborn nanny', 'Ada Bea Mae Tia Zoe Chi Hue'],
  ['baby nurse', NEWBORN],
  ['newborn specialist', NEWBORN],
  ['doula', 'Ivy Viv Chi'],
  ['postpartum doula', 'Ivy Viv'],
  ['birth doula', 'Ivy'],
  ['lactation consultant', 'Viv'],
  ['sleep consultant', 'Hue'],
  ['carer', ELDER],
  ['elder carer', ELDER],
  ['companion', 'Lou > Ela Oda Xia Fin'],
  ['dementia carer', ELDER],
  ['senior caregiver', ELDER],
  ['elderly care', ELDER],
  ['special needs carer', 'Max Rae'],
  ['special needs nanny', 'Max Rae'],
  ['autism support', 'Max'],
  ['dog walker', PETS],
  ['dog walkers', PETS],
  ['dog sitter', PETS],
  ['pet sitter', PETS],
  ['cat sitter', 'Joy > Dov Pip Jan'],
  ['dog walking', 'Pip > Dov Jan Joy'],
  ['cleaner', CLEANERS],
  ['house cleaner', CLEANERS],
  ['cleaning lady', CLEANERS],
  ['housekeeper', 'Quin > Abe Fay Una'],
  ['maid', CLEANERS],
  ['tutor', 'Kit Cora'],
  ['math tutor', 'Kit'],
  ['chef', 'Abe'],
  ['nurse', 'Ada Bea Ela Ivy Lou Max Mae Oda Rae Tia Viv Xia Yve Zoe Chi Fin Hue'],
  // Roles and cities, with their usual other names.
  ['babysitter nyc', 'Cora > Gus'],
  ['babysitter NYC', 'Cora > Gus'],
  ['nyc babysitter', 'Cora > Gus'],
  ['babysitter new york', 'Cora > Gus'],
  ['babysitter in new york', 'Cora > Gus'],
  ['night nanny new york', 'Bea'],
  ['night nanny nyc', 'Bea'],
  ['nanny new york city', 'Bea Ada Cora > Gus'],
  ['newborn care nyc', 'Ada Bea'],
  ['dog walker nyc', 'Dov'],
  ['cleaner ny', 'Fay'],
  ['carer NYC', 'Ela'],
  ['nanny brooklyn', 'Gus > Bea Ada Cora'],
  ['nanny la', 'Hal Ivy'],
  ['nanny LA', 'Hal Ivy'],
  ['babysitter in la', 'Hal'],
  ['doula los angeles', 'Ivy'],
  ['nanny sf', 'Kim'],
  ['nanny san fran', 'Kim'],
  ['elder carer san francisco', 'Lou'],
  ['tutor boston', 'Kit'],
  ['nanny boston', 'Kit'],
  ['nanny london', 'Mae Nia'],
  ['nanny ldn', 'Mae Nia'],
  ['london nanny', 'Mae Nia'],
  ['nanny in London, UK', 'Mae Nia'],
  ['nanny uk', 'Mae Nia Bath'],
  ['nanny in the UK', 'Mae Nia Bath'],
  ['nannies in England', 'Mae Nia Bath'],
  ['dog walker london', 'Pip'],
  ['carer london', 'Oda'],
  ['housekeeper in london', 'Quin'],
  ['babysitter paris', 'Sol'],
  ['babysitter in Paris, France', 'Sol'],
  ['nanny nice', 'Noa'],
  ['nice nanny', NANNIES],
  ['nanny in nice', 'Noa'],
  ['a nice nanny in london', 'Mae Nia'],
  ['nanny bath', 'Bath'],
  ['babysitter in bath', 'Bath'],
  ['nanny berlin', 'Wim'],
  ['nanny münchen', 'Yve'],
  ['nanny munich', 'Yve'],
  ['night nanny Germany', 'Yve'],
  ['nanny dubai', 'Zoe'],
  ['nanny uae', 'Zoe'],
  ['maid dubai', 'Abe'],
  ['newborn nanny mumbai', 'Chi'],
  ['nanny bombay', 'Chi'],
  ['babysitter delhi', 'Dee'],
  ['nanny karachi', 'Emi'],
  ['carer lahore', 'Fin'],
  ['babysitter montreal', ''],
  ['newborn montréal', 'Hue'],
  ['pet sitter melbourne', 'Jan'],
  ['babysitter sydney', 'Charlotte'],
  ['nanny texas', ''],
  ['nanny in california', 'Hal Ivy Kim'],
  ['babysitter brooklyn ny', 'Gus > Cora'],
  ['babysitter brooklyn nj', ''],
  ['tutor in ma', 'Kit'],
  ['niñera en la noche', `${NIGHT} Hue`],
  // Near a city: those in the city first, and no one of the same name or kind elsewhere.
  ['night nanny brooklyn', 'Bea'],
  ['nanny in brooklyn, new york', 'Gus > Ada Bea Cora'],
  ['babysitter the bronx', 'Cora Gus'],
  ['niñera miami', 'Lia'],
  ['babysitter miami beach', 'Lia'],
  ['babysitter miami fl', 'Lia'],
  ['nanny jersey city', 'Ada Bea Cora Gus'],
  ['nanny jersey city nj', 'Ada Bea Cora Gus'],
  ['elder carer newark', 'Ela'],
  ['elder carer newark delaware', ''],
  ['nanny oakland', 'Kim'],
  ['carer berkeley', 'Lou'],
  ['tutor in cambridge ma', 'Kit'],
  ['tutor in cambridge uk', ''],
  ['nanny versailles', 'Sol Tia'],
  ['Tagesmutter Potsdam', ''],
  ['nanny croydon', 'Mae Nia'],
  ['dog walker in Salford', ''],
  ['babysitter noida', 'Dee'],
  ['newborn nanny laval', 'Hue'],
  ['newborn nanny in laval, france', ''],
  ['nanny in ajman', ''],
  ['nanny miami -school', ''],
  ['brooklyn', 'Gus > Ada Bea Cora Dov Ela Fay'],
  ['nyc', 'Ada Bea Cora Dov Ela Fay Gus'],
  // Misspelled words.
  ['nany', NANNIES],
  ['nani', ''],
  ['nannny', NANNIES],
  ['babysiter', SITTERS],
  ['babbysitter', SITTERS],
  ['babysittter', SITTERS],
  ['nigth nanny', NIGHT],
  ['night nany', NIGHT],
  ['doola', 'Ivy Viv Chi'],
  ['dula', 'Ivy Viv Chi'],
  ['houskeeper', CLEANERS],
  ['cleener', CLEANERS],
  ['dog waker', PETS],
  ['dog siter', PETS],
  ['pet siter', PETS],
  ['elder crer', ELDER],
  ['special neds nanny', 'Max Rae'],
  ['nany new york', ''],
  ['babysitter new yrok', 'Cora > Gus'],
  ['babysitter londn', 'Nia'],
  ['nany londn', 'Mae Nia'],
  ['nanny berln', 'Wim'],
  ['babysitter pariss', 'Sol'],
  ['tutr boston', 'Kit'],
  ['newborn nany nyc', 'Bea Ada'],
  // Other languages.
  ['niñera', NANNIES],
  ['ninera', NANNIES],
  ['niñera en nueva york', 'Ada Bea Cora > Gus'],
  ['niñeras', NANNIES],
  ['niñera en LA', 'Hal Ivy'],
  ['niñera en Los Angeles', 'Hal Ivy'],
  ['babysitter in la for toddlers', 'Hal'],
  ['nounou', NANNIES],
  ['nounou paris', 'Sol Tia'],
  ['nounou à Paris', 'Sol Tia'],
  ["garde d'enfants paris", 'Sol Tia'],
  ['assistante maternelle', NANNIES],
  ['femme de ménage paris', 'Una'],
  ['tagesmutter', SITTERS],
  ['Tagesmutter Berlin', 'Wim'],
  ['kindermädchen münchen', 'Yve'],
  ['Altenpflegerin Berlin', 'Xia'],
  ['putzfrau', CLEANERS],
  ['babá', NANNIES],
  ['няня', NANNIES],
  ['сиделка', ELDER],
  ['保姆', NANNIES],
  ['جليسة أطفال', SITTERS],
  ['ayah', NANNIES],
  ['Tagesmütter', SITTERS],
  ['nourrice', NANNIES],
  ['Nourrice Paris', 'Sol Tia'],
  ['nourrice paris pour ma fille', ''],
  ['baba', NANNIES],
  ['babás', NANNIES],
  ['tata', NANNIES],
  ['tata Paris', 'Sol Tia'],
  ['bambinaia', NANNIES],
  ['مربية', NANNIES],
  ['مربية dubai', 'Zoe'],
  ['حاضنة', NANNIES],
  ['保姆 New York', 'Ada Bea Cora > Gus'],
  ['阿姨', NANNIES],
  ['няня Berlin', 'Wim'],
  ['ночная няня', NIGHT],
  ['репетитор', 'Kit Cora'],
  ['femme de ménage', CLEANERS],
  ['auxiliaire de vie', ELDER],
  ['cuidadora de ancianos', ELDER],
  ['japa maid', NEWBORN],
  // Sentences and combinations.
  ['spanish speaking nanny', 'Ada Hal'],
  ['french nanny', 'Cora Sol Tia Viv Noa Hue'],
  ['nanny who speaks french in new york', 'Cora'],
  ['arabic nanny dubai', 'Zoe'],
  ['german babysitter', 'Wim'],
  ['bilingual nanny', ''],
  ['I need a babysitter for my 2 kids in New York', 'Cora > Gus'],
  ['looking for a night nanny for twins in NYC', 'Bea'],
  ['babysitter for 3 year old london', 'Nia'],
  ['nanny for newborn', 'Ada Bea Mae Tia Zoe Chi Hue'],
  ['babysitter newborn', ''],
  ['dog walker and pet sitter', PETS],
  ['nanny housekeeper', ''],
  // Operators and names.
  ['"night nanny"', NIGHT],
  ['nanny -night', `${SITTERS} Ada Mae Tia Zoe Chi Ivy Viv`],
  ['nanny -"night nanny"', 'Dov Pip'],
  ['nanny in new york -night', 'Ada Cora > Gus'],
  ['-english -german', 'Sol Una Viv Dee Bo Emi Fin Lia'],
  ['babysitter or dog walker', `${SITTERS} ${PETS}`],
  ['babysitter OR carer in london', `${SITTERS} Oda`],
  ['doula or tutor -help', 'Ivy Viv Chi'],
  ['nanny or', NANNIES],
  ['charlotte', 'Charlotte'],
  ['charlotte quist', 'Charlotte'],
  ['nanny charlotte', ''],
  ['ada', 'Ada'],
  ['bath', 'Bath Chi'],
  ['paris', 'Sol Tia Una'],
  ['new york', 'Ada Bea Cora Dov Ela Fay > Gus'],
  // Words that are still being typed.
  ['babys', SITTERS],
  ['nann', NANNIES],
  ['dog w', PETS],
  ['house', CLEANERS],
  ['lond', 'Mae Nia Oda Pip Quin'],
  ['newb', NEWBORN],
  // No one: the nearest matches are below.
  ['plumber', ''],
  ['plumber london', ''],
  ['babysitter tokyo', ''],
  ['zzzz', ''],
  ['babysitter zzzz', ''],
  ['carter', ELDER],
  ['nanny near me', NANNIES],
  ['experienced nanny', NANNIES],
  // Skills.
  ['toddler', 'Cora Hal Kim Nia Bath Sol Noa Wim Dee Emi Gia Charlotte'],
  ['toddlers london', 'Nia'],
  ['homework help', 'Cora Kit'],
  ['elder care', ELDER],
  ['pet care', PETS],
  ['newborn care', NEWBORN],
]

/** Texts with characters that mean something in a query of PostgreSQL. */
const ODD_TEXTS = [
  ...['nanny a.com:8080', 'nanny care.com/jane(nyc)', 'nanny care.com/a\\b', "nanny care.com/o'neil"],
  ...['nany a.com:80', 'in:nanny a.com/(x) or !', '<b>nanny</b>', 'nanny ½', '½ nanny', 'nanny -½'],
  ...['nanny :*', 'nanny !', 'nanny | &', 'nanny <->', "nanny ''", "nanny o'", 'nanny \\', 'nanny ('],
  ...['nanny or :', `nanny ${'ß'.repeat(190)}`],
]

let app: TestApp
let family: TestUser

beforeAll(async () => {
  app = await testApp()
  for (const [name, city, skills, languages, description] of PEOPLE) {
    await makeCaregiver(app, {
      name: `${name} Quist`,
      ...{ city, country: COUNTRY_OF[city], description },
      skills: skills.split(', '),
      languages: languages.split(', '),
    })
  }
  family = await makeFamily(app)
})
afterAll(() => app.close())

async function search(query: Record<string, string>) {
  const params = new URLSearchParams({ page_size: '100', ...query })
  const { status, body } = await family.client.get(`/api/auth/caregivers?${params}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const toNames = (results: { full_name: string }[]) => results.map(({ full_name }) => full_name.split(' ')[0])

it.each(QUERIES)('finds by “%s”: %s', async (q, found) => {
  const names = toNames((await search({ q })).results)
  const groups = found.split(' > ').map((group) => group.split(' ').filter(Boolean))
  for (const group of groups) expect(names.splice(0, group.length).sort()).toEqual(group.sort())
  expect(names).toEqual([])
})

it.each([
  ['nany londn', 'nanny london'],
  ['dog siter', 'dog sitter'],
  ['Babbysitter', 'babysitter'],
  ['nanny london', null],
  ['charlotte', null],
  ['zzzz', null],
])('understands “%s” as “%s”', async (q, corrected) => {
  expect((await search({ q })).corrected_q).toBe(corrected)
})

it.each([
  ['niñera en nueva york', ['nannies']],
  ['niñra', ['nannies']],
  ['tagesmutter', ['babysitters']],
  ['putzfrau or сиделка', ['cleaners', 'elder carers']],
  ['nanny', []],
  ['charlotte', []],
])('says in English what the roles of “%s” are: %j', async (q, roles) => {
  expect((await search({ q })).roles).toEqual(roles)
})

it('lists those with the word as written before those with the word that is meant', async () => {
  const { id } = await makeCaregiver(app, {
    name: 'Zed',
    skills: ['First Aid'],
    description: 'I am a plumer.',
  })
  const asWritten = await search({ q: 'plumer' })
  expect(asWritten.corrected_q).toBeNull()
  await makeCaregiver(app, { name: 'Zac', skills: ['First Aid'], description: 'Knows a tutr.' })
  const { results, corrected_q } = await search({ q: 'tutr' })
  expect(corrected_q).toBe('tutor')
  expect(toNames(results)).toEqual(['Zac', 'Kit', 'Cora'])
  for (const userId of [id, results[0].id]) await setActive(app, userId, false)
})

/** Searches that find no one, what may be left out so that someone is found, and the nearest matches. */
const NEAREST: [query: Record<string, string>, without: string[], found: string][] = [
  [{ q: 'babysitter montreal' }, ['montreal', 'babysitter'], ''],
  [{ q: 'dog walker in Manchester' }, ['in manchester', 'dog walker'], ''],
  [{ q: 'nanny texas' }, ['texas'], 'Bea Yve Ada Cora Gus Hal'],
  // Within 100 km of the place, the closest first.
  [{ q: 'dog walker luton' }, ['luton'], 'Pip'],
  [{ q: 'babysitter tokyo' }, ['tokyo'], 'Cora Gus Hal Kim Kit Nia'],
  [{ q: 'nany tokyo' }, ['tokyo'], 'Bea Yve Ada Cora Gus Hal'],
  [{ q: 'plumber london' }, ['plumber'], 'Mae Nia Oda Pip Quin'],
  [{ q: 'nanny housekeeper' }, ['nanny', 'housekeeper'], 'Quin Abe Fay Una'],
  [{ q: 'carer', city: 'Boston' }, ['city', 'carer'], ''],
  [{ q: 'tutor', country: 'Germany' }, ['country', 'tutor'], 'Kit Cora'],
  [{ skills: 'Pet care,Elder care' }, ['Pet care', 'Elder care'], 'Ela Lou Oda Xia Fin'],
  [{ skills: 'Dog walking', languages: 'German', min_rate: '900' }, ['rates+languages'], 'Dov Pip Jan'],
  [{ q: 'nanny', city: 'London', available_on: '2001-01-01' }, ['day'], 'Mae Nia'],
  // "La" is an article here, and no city that stands in the way.
  [{ q: 'niñera en la tarde' }, ['tarde'], 'Ada Bea Cora Gus Hal Ivy'],
  // The first search is that of the results: it keeps the role.
  [{ q: 'babysitter', skills: 'Deep cleaning' }, ['Deep cleaning', 'babysitter'], 'Cora Gus Hal Kim Kit Nia'],
  // With one wish there is nothing that a match could be near to.
  [{ q: 'zzzz' }, ['zzzz'], ''],
  [{ country: 'Atlantis' }, ['country'], ''],
  // No one of another kind is near.
  [{ q: 'travel nanny boston' }, ['travel nanny'], ''],
]
it.each(NEAREST)('says what stands in the way of %j: %j', async (query, without, found) => {
  const { count, results, nearest } = await search(query)
  expect([count, results]).toEqual([0, []])
  const show = ({ filter, value }: { filter: string; value: string }) => value || filter
  expect(
    nearest.searches.map(({ without }: { without: [] }) => without.map(show).join('+').toLowerCase()),
  ).toEqual(without.map((one) => one.toLowerCase()))
  expect(toNames(nearest.results).join(' ')).toBe(found)
  for (const looser of nearest.searches) expect(looser.count).toBeGreaterThan(0)
})

it('finds a city by a name with letters that have no accent', async () => {
  const { id } = await makeCaregiver(app, {
    name: 'Ida',
    city: 'Gießen',
    country: 'Germany',
    skills: ['Toddler care'],
  })
  for (const city of ['Gießen', 'giessen', 'GIESSEN', 'Gießen, Germany']) {
    expect(toNames((await search({ q: `nanny in ${city}` })).results), city).toEqual(['Ida'])
  }
  await setActive(app, id, false)
})

/** Characters that mean something to PostgreSQL, in addresses or in a text, and some that mean nothing. */
const ODD = [
  ...[...':()!\'&|<>\\/*%_"½ß’.,;-+=?#@$~^`[]{}', '😀', 'é', '保', '\t', '\n', '\u00a0', '\u200b', 'İ', '㎧'],
  ...[' ', ' ', '7', '2.5', '-1', 'a', 'or', 'x.com', '<a>', '&amp;', 'http://', 'a@b.co', ':*', '/c/'],
]
const SAID = ['nanny', 'babysiter', 'in paris', 'dog w', 'la', 'ada', 'german']

it('answers any odd characters beside words', async () => {
  const oddText = fc
    .array(fc.constantFrom(...ODD), { minLength: 1, maxLength: 12 })
    .map((all) => all.join(''))
  const anyText = fc.array(
    fc.oneof(oddText, fc.constantFrom(...SAID), fc.string({ unit: 'grapheme', maxLength: 8 })),
  )
  const texts = fc.sample(
    fc
      .tuple(fc.constantFrom(...SAID), anyText, fc.boolean())
      .map(([said, others, isGlued]) => [said, ...others].join(isGlued ? '' : ' ').replaceAll('\0', '')),
    countRuns(500),
  )
  for (const q of [...ODD_TEXTS, ...texts]) await search({ q: q.slice(0, 200) })
})

it('has no nearest matches beside matches, or without a wish', async () => {
  expect((await search({ q: 'nanny' })).nearest).toBeNull()
  expect((await search({})).nearest).toBeNull()
  const { nearest } = await search({ q: 'nanny for twins montreal' })
  expect(nearest.searches[0]).toEqual({
    ...{ without: [{ filter: 'q', value: 'twins' }], q: 'nanny montreal' },
    ...{ count: 1, count_is_exact: true },
  })
})
