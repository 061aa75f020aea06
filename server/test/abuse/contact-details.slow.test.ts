/** Contact details in what the public reads of a caregiver. @see docs/rules/profiles-and-files.md#contact-details */
import { CARE_CATEGORIES, LANGUAGES, SKILLS } from '@tendwell/contract/reference'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../app.ts'
import type { TestUser } from '../factories/accounts.ts'
import { makeCaregiver } from '../factories/profiles.ts'

const PROFILE = '/api/auth/caregiver/profile'
const DESCRIPTION = 'Years with families.'

let app: TestApp
let caregiver: TestUser
beforeAll(async () => {
  app = await testApp()
  caregiver = await makeCaregiver(app, { description: DESCRIPTION })
})
afterAll(() => app.close())

const save = (body: object) => caregiver.client.patch(PROFILE, body)
const readPublic = async () => (await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)).body

it.each([
  ['an email address', 'Write to nora.lind@example.com any time', 'nora.lind@example.com'],
  ['an email address', 'NORA@EXAMPLE.COM', 'NORA@EXAMPLE.COM'],
  ['an email address', 'nora at example dot com', 'nora at example dot com'],
  ['an email address', 'nora (at) example (dot) com', 'nora (at) example (dot) com'],
  ['an email address', 'nora＠example.com', 'nora@example.com'],
  ['a phone number', 'Call me at (212) 555-0142 today', '(212) 555-0142'],
  ['a phone number', 'Call 646.555.0199', '646.555.0199'],
  ['a phone number', 'Tel. 2 1 2 5 5 5 0 1 4 2', '2 1 2 5 5 5 0 1 4 2'],
  ['a phone number', 'Ring 07911 123456', '07911 123456'],
  ['a phone number', 'Appelez le 06 12 34 56 78', '06 12 34 56 78'],
  ['a phone number', '+33 6 12 34 56 78', '+33 6 12 34 56 78'],
  ['a phone number', 'My number: +65 6521 8000', '+65 6521 8000'],
  ['a phone number', '\u{200b}212\u{200b}555\u{200b}0142', '2125550142'],
  ['a phone number', '２１２-５５５-０１４２', '212-555-0142'],
  ['a phone number', 'Call 2️⃣1️⃣2️⃣ 5️⃣5️⃣5️⃣ 0️⃣1️⃣4️⃣2️⃣', '212 555 0142'],
  ['a phone number', 'Call 212•555•0142', '212-555-0142'],
  ['a phone number', 'Call 212_555_0142', '212-555-0142'],
  ['an email address', 'norȧ@example.com', 'nora@example.com'],
  ['an email address', 'Write to nоra@example.com', 'nоra@example.com'],
  ['an email address', 'nora@example .com', 'nora@example .com'],
  ['an email address', 'nora @ example . com', 'nora @ example . com'],
  ['a link', 'See nora-care[.]com', 'nora-care[.]com'],
  ['a link', 'See nora-care .com', 'nora-care .com'],
  ['a link', 'See nora-care dot com', 'nora-care dot com'],
  ['a messenger contact', 'Whats-App me', 'Whats-App me'],
  ['a link', 'See https://nora.example/book', 'https://nora.example/book'],
  ['a link', 'See nora-care.com for more', 'nora-care.com'],
  ['a link', 'www.nora.co.uk', 'www.nora.co.uk'],
  ['a link', 'instagram.com/noracares', 'instagram.com/noracares'],
  ['a link', 't.me/noracares', 't.me/noracares'],
  ['a messenger contact', 'WhatsApp +44 7911 123456', 'WhatsApp +44 7911 123456'],
  ['a messenger contact', 'Telegram: nora', 'Telegram: nora'],
  ['a messenger contact', 'WhatsApp me', 'WhatsApp me'],
  ['a messenger contact', 'Insta nora_cares', 'Insta nora_cares'],
  ['a messenger contact', 'Find me as @noracares', '@noracares'],
])('refuses a description with %s: %s', async (kind, description, found) => {
  const { status, body } = await save({ description })
  expect(status).toBe(400)
  expect(body.description).toEqual([
    `Please remove ${kind}: “${found}”. Families contact and pay you on Tendwell`,
  ])
  expect((await readPublic()).description).toBe(DESCRIPTION)
})

it.each([
  'I worked for one family from 2019-2023, and for another 2012 – 2018.',
  'My rate is $25, or $1,200 a week.',
  'Available 24/7, also 08:00-18:00 and 9:00 - 17:30.',
  '3 to 5 years, ages 0-3, 3-5 and 5-12.',
  'CPR 2024, First Aid 2023, BLS 2025.',
  'B.Sc. in nursing, M.Ed., Ph.D. candidate, e.g. in pediatrics.',
  'Ten years of care.My families loved it.I love it too.',
  'Born 12/05/1990, certified from 01/02/2019 to 03/04/2023.',
  'DBS 001234567890, ISO 9001:2015, license 123456.',
  '100% of 2,500 hours, 200+ families and 1 000 000 smiles.',
  'I send parents daily photos, on WhatsApp if they like.',
  'Calm @ home, at ease with twins.',
])('saves a description without contact details: %s', async (description) => {
  const { status, body } = await save({ description })
  expect([status, body.detail]).toEqual([200, undefined])
  await save({ description: DESCRIPTION })
})

it.each([
  ['city', 'Call 212 555 0142'],
  ['city', 'Lyon, nora@example.com'],
  ['skills', ['CPR', 'WhatsApp +44 7911 123456']],
  ['skills', ['0044 7911 123456']],
  ['skills', ['nora-care.com']],
  ['languages', ['English', '@noracares']],
])('refuses contact details in the field %s: %s', async (field, value) => {
  const { status, body } = await save({ [field]: value })
  expect([status, Object.keys(body).includes(field)]).toEqual([400, true])
  expect(body[field][0]).toMatch(/^Please remove /)
  expect(await readPublic()).toMatchObject({ city: 'Lyon', skills: ['First Aid'], languages: ['English'] })
})

it('takes every suggested skill and language, cities with a code, and certificates with their year', async () => {
  for (const entries of [SKILLS, CARE_CATEGORIES]) {
    expect((await save({ skills: [...entries] })).status).toBe(200)
  }
  expect((await save({ languages: [...LANGUAGES] })).status).toBe(200)
  expect((await save({ skills: ['CPR 2024', 'BLS 2023-2025'], city: 'New York, NY 10001' })).status).toBe(200)
})
