import { CARE_CATEGORIES, LANGUAGES, SKILLS } from '@tendwell/contract/reference'
import { describe, expect, test } from 'vitest'
import { CARE_NOTES, CONTACT_NOTES } from '../../../../test/care-notes.ts'
import { HONEST_TEXTS, SCAM_TEXTS } from '../../../../test/scam-texts.ts'
import {
  findContactErrors,
  findReviewContactError,
  findSharedContactError,
  hasContactDetails,
} from './contact-details.ts'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', undefined],
  ['https://vimeo.com/212555014', undefined],
  ['https://example.com/nora/introduction.mp4', undefined],
  ['https://wa.me/12125550142', 'a messenger contact'],
  ['https://WEB.WhatsApp.com/send?phone=1', 'a messenger contact'],
  ['https://t.me?nora', 'a messenger contact'],
  ['https://example.com/?to=nora@example.com', 'an email address'],
  ['https://paypal.me/nora', 'a way to pay elsewhere'],
])('of a video link %s it refuses %s', (video_url, kind) => {
  const message = findContactErrors({ video_url })?.video_url?.[0]
  if (kind === undefined) expect(message).toBeUndefined()
  else expect(message).toContain(`Please remove ${kind}`)
})

test.each([
  'Write to nora.lind@example.com',
  'mailto:nora@example.com',
  'NORA@EXAMPLE.ORG please',
  'nora (at) gmail (dot) com',
  'nora at gmail dot com',
  'nora @ gmail . com',
  'nora@gmail .com',
  'nora＠gmail.com',
  'no\u200bra@gmail.com',
  'Call +1 212 555 0142',
  'call (212) 555-0142 after six',
  '2125550142',
  '212.555.0142',
  '212-555-0142',
  '+44 20 7946 0958',
  '020 7946 0958 is our number',
  '+49 30 901820',
  '030 901820 12',
  '+33 6 12 34 56 78',
  '06.12.34.56.78',
  'tel: 06-12-34-56-78',
  'my number: ٠٥٠ ١٢٣ ٤٥٦٧',
  '２１２ ５５５ ０１４２',
  'at 09:00 call 212 555 0142',
  'https://wa.me/12125550142',
  'wa.me/12125550142',
  'https://t.me/nora_lind',
  't.me/nora_lind',
  'm.me/nora.lind',
  'https://signal.me/#p/+12125550142',
  'signal.group/#CjQKIA',
  'https://discord.gg/abc123',
  'discord.com/invite/abc123',
  'https://chat.whatsapp.com/AbCdEf',
  'https://api.whatsapp.com/send?phone=1',
  'https://www.messenger.com/t/nora',
  'join.skype.com/abc',
  'https://www.snapchat.com/add/nora',
  'viber://chat?number=1',
  'tg://resolve?domain=nora',
  'WhatsApp me tonight',
  'telegram: nora_lind',
  'Instagram @nora.lind or insta nora_lind',
])('finds contact details in %j', (text) => {
  expect(hasContactDetails(text)).toBe(true)
})

test.each([
  'See you on 2026-11-23 at 09:00',
  'From 01.12.2026 to 05.12.2026',
  'Is 12/24/2026 or 12/31/2026 better?',
  'Between 09:00-17:00 on Mondays, 10:00–12:30 on Fridays',
  '9am to 5pm, or 9:30 pm at the latest',
  'The visit is 08:00 12:00 16:00 20:00',
  'It comes to $1,240.00 for 40 hours',
  '55 USD an hour, 2200 USD in all',
  'Total: 1,234,567.89',
  'The twins are 3 and 5, the baby is 8 months',
  'Born 2019-2023',
  'From 2015 to 2019 and again 2021 to 2024',
  '1600 Pennsylvania Avenue NW, Washington, DC 20500',
  '221B Baker Street, London NW1 6XE',
  'San Francisco, CA 94107-1234',
  'Apartment 1204, door code 4711',
  'Booking #12345 and dispute DPT-1234567',
  'She weighs 3450 g and drinks 120 ml every 3 hours',
  'Gate B 12, flight LH1234 at 18:45',
  'https://tendwell.example/bookings/1234567890',
  'The recipe: https://www.example.com/recipes/2025/11/23/1234567890',
  'https://www.google.com/maps?q=40.712776,-74.005974',
  'https://www.example.com/recipes/2125550142',
  'www.wikipedia.org/wiki/Croup',
  'Do you use WhatsApp?',
  'I saw the video on Facebook and TikTok',
  'Please leave a signal at the door',
  'We live at number 12, dot on the map',
  'Meet us @ home. Thanks!',
  'At noon. Me too!',
  'Can you come at 7? Com­pletely fine if not',
  'I have a B.Sc. in nursing.Great, right',
  'Room 101, 102 or 103',
  '1, 2, 3, 4, 5, 6, 7, 8, 9, 10',
  '10 11 12 13 14 15',
  'Score 3:2, then 4-4',
  '2026-11-23 - 2026-11-25, 08:00-12:00 each day',
  'Temperature was 38.5 at 22.00 and 37.9 at 02.00',
  '5 x 20 minutes, 3 x 15 minutes',
  '😀😀😀',
  '',
])('finds none in %j', (text) => {
  expect(hasContactDetails(text)).toBe(false)
})

describe('what the public reads of a caregiver', () => {
  test.each([
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
    ['a phone number', 'Call 212•555•0142', '212•555•0142'],
    ['a phone number', 'Call 212_555_0142', '212_555_0142'],
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
  ])('may not have %s in the description: %s', (kind, description, found) => {
    expect(findContactErrors({ description })).toEqual({
      description: [`Please remove ${kind}: “${found}”. Families contact and pay you on Tendwell`],
    })
  })

  test.each([
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
  ])('may have a description without contact details: %s', (description) => {
    expect(findContactErrors({ description })).toBeNull()
  })

  test.each([
    ['city', 'Call 212 555 0142'],
    ['city', 'Lyon, nora@example.com'],
    ['skills', ['CPR', 'WhatsApp +44 7911 123456']],
    ['skills', ['0044 7911 123456']],
    ['skills', ['nora-care.com']],
    ['languages', ['English', '@noracares']],
  ])('may not have contact details in the field %s: %s', (field, value) => {
    expect(findContactErrors({ [field]: value })).toEqual({
      [field]: [expect.stringMatching(/^Please remove /)],
    })
  })

  test('may have every suggested skill and language, cities with a code, and certificates with their year', () => {
    for (const skills of [SKILLS, CARE_CATEGORIES])
      expect(findContactErrors({ skills: [...skills] })).toBeNull()
    expect(findContactErrors({ languages: [...LANGUAGES] })).toBeNull()
    const named = { skills: ['CPR 2024', 'BLS 2023-2025'], city: 'New York, NY 10001' }
    expect(findContactErrors(named)).toBeNull()
  })
})

describe('a note about the visit', () => {
  test('is one of more than 350 that pass, or of more than 250 that do not', () => {
    expect([new Set(CARE_NOTES).size > 350, new Set(CONTACT_NOTES).size > 250]).toEqual([true, true])
  })

  test.each(CARE_NOTES)('passes: %s', (note) => {
    expect(findSharedContactError(note)).toBeNull()
  })

  test.each(CONTACT_NOTES)('is refused: %s', (note) => {
    expect(findSharedContactError(note)).toMatch(/^Please remove /)
  })

  test('is understood in the same way in chat, where links to other sites pass', () => {
    expect(CARE_NOTES.filter(hasContactDetails)).toEqual([])
    expect(
      CONTACT_NOTES.filter((note) => !hasContactDetails(note)).filter((note) => /\d{7}|\w@\w/.test(note)),
    ).toEqual([])
  })
})

describe('a payment elsewhere or a scam', () => {
  test.each(SCAM_TEXTS)('is found in chat, in profiles and in notes: %s', (text) => {
    expect(hasContactDetails(text)).toBe(true)
    expect(findContactErrors({ description: text })).not.toBeNull()
    expect(findSharedContactError(text)).toMatch(/^Please remove /)
  })

  test.each([...HONEST_TEXTS, ...CARE_NOTES])('is not found: %s', (text) => {
    expect(hasContactDetails(text)).toBe(false)
  })

  test('is named, with what keeps payments safe', () => {
    expect(findSharedContactError('Please venmo me')).toBe(
      'Please remove a way to pay elsewhere: “venmo me”. Keep payments on Tendwell to stay protected',
    )
    expect(findContactErrors({ description: 'I take $nora42' })).toEqual({
      description: [
        'Please remove a way to pay elsewhere: “$nora42”. Families contact and pay you on Tendwell',
      ],
    })
  })
})

describe('a review', () => {
  test.each([
    'She asked us to pay by Venmo, which we did not do',
    'He wanted a deposit before we met. Stay away!',
    'They offered to mail a check and asked for gift card codes',
    'Wonderful with our twins, worth every $25',
  ])('may say: %s', (text) => {
    expect(findReviewContactError(text, 'review')).toBeNull()
  })

  test.each([
    'Pay her at paypal.me/noralind',
    'Her Cash App is $nora42',
    'DE89 3704 0044 0532 0130 00',
    'Book at tendwell-payments.com',
    'Call her: 212 555 0142',
    'nora@example.com is faster',
  ])('may not say: %s', (text) => {
    expect(findReviewContactError(text, 'review')).toMatch(/^Please remove .*\. Everyone reads your review$/)
    expect(findReviewContactError(text, 'answer')).toMatch(/^Please remove .*\. Everyone reads your answer$/)
  })
})
