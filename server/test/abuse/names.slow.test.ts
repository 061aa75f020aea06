import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../app.ts'
import { findAccount, listEmailsTo, makeSignupBody, signUp } from '../factories/accounts.ts'
import { makeCaregiver, makeFamily } from '../factories/profiles.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../identity-provider.ts'

let app: TestApp
let google: TestIdentityProvider
beforeAll(async () => {
  google = await startIdentityProvider()
  app = await testApp(google.settings)
})
afterAll(async () => {
  await app.close()
  await google.stop()
})

const CHARACTERS = 'Name can contain only letters, spaces, hyphens, apostrophes and dots'
const ADDRESS = "Name can't contain a web address. Put a space after each dot"
const ALPHABET = 'Name must be written in one alphabet'
const RESERVED = 'This name is reserved. Please enter your own name'

const refused = [
  ['a single letter', 'A', 'Name must be at least 2 characters'],
  ['a second line', 'Billing\r\n\r\nPay at once', CHARACTERS],
  ['a line separator', 'Ada\u2028Byron', CHARACTERS],
  ['a web address', 'Pay at evil.example', ADDRESS],
  ['an email address', 'ada@evil.example', ADDRESS],
  ['a full-width address', 'ｅｖｉｌ．ｃｏｍ', CHARACTERS],
  ['a digit', 'Ada 2', CHARACTERS],
  ['markup', '<b>Ada</b>', CHARACTERS],
  ['a zero-width space', 'Ada\u200bByron', CHARACTERS],
  ['a filler that looks empty', '\u3164\u3164', CHARACTERS],
  ['a right-to-left override', 'Ada \u202enoryB', CHARACTERS],
  ['a control character', 'Ada\u0007Byron', CHARACTERS],
  ['a pile of accents', `A${'\u0301'.repeat(8)}da`, CHARACTERS],
  ['our name', 'The TENDWELL Team', RESERVED],
  ['our name in full-width letters', 'Ｔｅｎｄｗｅｌｌ', RESERVED],
  ['our name with accents', 'Téndwéll', RESERVED],
  ['the word Support', 'Customer-support', RESERVED],
  ['the word Admin with a dotless i', 'Admın', RESERVED],
  ['our name with capital i for l', 'TendweII Billing', RESERVED],
  ['our name in two words', 'Tend Well', RESERVED],
  ['our name with a crossed l', 'Tendweł\u0142', RESERVED],
  ['the word Admin with an l for i', 'Admln', RESERVED],
  ['the word Support in single letters', 'S.u p-p o r t', RESERVED],
  ['our name in small capitals', 'ᴛᴇɴᴅᴡᴇʟʟ', CHARACTERS],
  ['our name with a Cyrillic letter', 'Тendwell', ALPHABET],
  ['Latin with Cyrillic letters', 'Anna Иванова', ALPHABET],
  ['mathematical letters', '𝐀𝐝𝐚 𝐁𝐲𝐫𝐨𝐧', ALPHABET],
] as const

it.each(refused)('refuses a name with %s', async (_what, name, message) => {
  const body = makeSignupBody({ full_name: name })
  const signup = await signUp(app, body)
  expect([signup.status, signup.body.full_name]).toEqual([400, [message]])
  expect(await findAccount(app, body.email)).toBeUndefined()

  const contact = { name, email: 'ada@example.test', subject: 'A question', message: 'Hello' }
  const sent = await app.visitor.post('/api/contact', contact)
  expect([sent.status, sent.body.name]).toEqual([400, [message]])
})

it('refuses such a name in both profiles and keeps the stored one', async () => {
  const family = await makeFamily(app, { name: 'Fay Family' })
  const caregiver = await makeCaregiver(app, { name: 'Clara Caregiver' })
  const profile = (await caregiver.client.get('/api/auth/caregiver/profile')).body
  const { city, country, hourly_rate_usd, languages, skills, description } = profile
  const details = { city, country, hourly_rate_usd, languages, skills, description }
  for (const [, name, message] of refused) {
    const answers = [
      await family.client.put('/api/auth/caretaker/profile', { editable_full_name: name }),
      await caregiver.client.put('/api/auth/caregiver/profile', { ...details, editable_full_name: name }),
    ]
    for (const { status, body } of answers) {
      expect([name, status, body.editable_full_name]).toEqual([name, 400, [message]])
    }
  }
  expect((await family.client.get('/api/auth/caretaker/profile')).body.full_name).toBe('Fay Family')
  expect((await caregiver.client.get('/api/auth/caregiver/profile')).body.full_name).toBe('Clara Caregiver')
})

it.each([
  ['Bridget O’Rourke', 'Bridget O’Rourke'],
  ["  Mary-Jane   d'Arc ", "Mary-Jane d'Arc"],
  ['J.R. Moore Jr.', 'J.R. Moore Jr.'],
  ['Ng', 'Ng'],
  ['Nguye\u0302\u0303n Thi\u0323 A\u0301nh', 'Nguyễn Thị Ánh'],
  ['Нина Иванова', 'Нина Иванова'],
  ['田中 ひろみ ハナコ', '田中 ひろみ ハナコ'],
  ['नरेन्द्र शर्मा', 'नरेन्द्र शर्मा'],
  ['محمد علي', 'محمد علي'],
])('accepts the name %s', async (name, stored) => {
  const { status, body } = await signUp(app, makeSignupBody({ full_name: name }))
  expect([status, body.user?.full_name]).toEqual([201, stored])
})

it('limits names to 80 characters for a family and 25 for a caregiver', async () => {
  for (const [role, maximum] of [
    ['caretaker', 80],
    ['caregiver', 25],
  ] as const) {
    const longest = await signUp(app, makeSignupBody({ role, full_name: 'x'.repeat(maximum) }))
    expect(longest.status).toBe(201)
    const longer = await signUp(app, makeSignupBody({ role, full_name: 'x'.repeat(maximum + 1) }))
    expect(longer.body.full_name).toEqual([`Name must be at most ${maximum} characters`])
  }
})

it.each([
  ['Ada Byron', 'Ada Byron'],
  ['Ada https://evil.example Byron', 'Ada Byron'],
  ['Ada\u202e\nByron 2', 'Byron'],
  ['Anna Иванова', 'Anna'],
  ['Tendwell Support', 'New member'],
  ['', 'New member'],
])('takes what is valid of the Google name %j', async (name, expected) => {
  const credential = await google.sign(google.makeClaims({ name }))
  const { status, body } = await app.visitor.post('/api/auth/google', { credential, role: 'caretaker' })
  expect([status, body.user.full_name, body.message]).toEqual([200, expected, `Welcome, ${expected}`])
  const emails = await listEmailsTo(app, body.user.email)
  for (const { text } of emails) expect(text).not.toMatch(/evil|Hi Tendwell/)
})
