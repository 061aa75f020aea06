import { expect, test } from 'vitest'
import { CAREGIVER_NAME_MAXIMUM, NAME_MAXIMUM, nameSchema } from './names.ts'

const CHARACTERS = 'Name can contain only letters, spaces, hyphens, apostrophes and dots'
const ADDRESS = "Name can't contain a web address. Put a space after each dot"
const ALPHABET = 'Name must be written in one alphabet'
const RESERVED = 'This name is reserved. Please enter your own name'

test.each([
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
])('refuses a name with %s', (_what, name, message) => {
  expect(
    nameSchema()
      .safeParse(name)
      .error?.issues.map((issue) => issue.message),
  ).toEqual([message])
})

test.each([
  ['Bridget O’Rourke', 'Bridget O’Rourke'],
  ["  Mary-Jane   d'Arc ", "Mary-Jane d'Arc"],
  ['J.R. Moore Jr.', 'J.R. Moore Jr.'],
  ['Ng', 'Ng'],
  ['Nguye\u0302\u0303n Thi\u0323 A\u0301nh', 'Nguyễn Thị Ánh'],
  ['Нина Иванова', 'Нина Иванова'],
  ['田中 ひろみ ハナコ', '田中 ひろみ ハナコ'],
  ['नरेन्द्र शर्मा', 'नरेन्द्र शर्मा'],
  ['محمد علي', 'محمد علي'],
])('accepts the name %s', (name, stored) => {
  expect(nameSchema().safeParse(name).data).toBe(stored)
})

test.each([
  [80, NAME_MAXIMUM],
  [25, CAREGIVER_NAME_MAXIMUM],
])('limits a name to %i characters', (maximum, limit) => {
  const parse = (length: number) => nameSchema(limit).safeParse('x'.repeat(length))
  expect(parse(maximum).success).toBe(true)
  const messages = parse(maximum + 1).error?.issues.map((issue) => issue.message)
  expect(messages).toEqual([`Name must be at most ${maximum} characters`])
})
