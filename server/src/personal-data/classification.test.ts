/** How a person is found in texts. @see docs/rules/own-data.md#words-that-name-a-person */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { createPattern, FORMER_MEMBER } from './classification.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** As PostgreSQL replaces it in messages. */
async function replace(pattern: string, text: string) {
  const { rows } = await app.deps.database.execute(
    sql`SELECT regexp_replace(${text}, ${pattern}, ${FORMER_MEMBER}, 'gi') AS text`,
  )
  return rows[0]?.text
}

it.each([
  ['Hi Rachel True, RACHEL TRUE and rachel true', 'Hi Former member, Former member and Former member'],
  ["Rachel True's bag", "Former member's bag"],
  ['Rachel, True, Rachel Trueman and Prachel True', 'Rachel, True, Rachel Trueman and Prachel True'],
  ['(Rachel True)', '(Former member)'],
  ['q=Rachel%20True&other=rachel+true', 'q=Former member&other=Former member'],
  ["Sent by Zoë O'Brien-Éclair", 'Sent by Former member'],
  ["sent by zoë o'brien-éclair", 'sent by Former member'],
  ['我是李 明，你好', '我是Former member，你好'],
  ['a.b@example.test, axb@example.test', 'Former member, axb@example.test'],
  ['ann.a.b@example.test, a.b@example.test.org', 'ann.a.b@example.test, a.b@example.test.org'],
  ['Mail a.b@example.test. Or <A.B@EXAMPLE.TEST>', 'Mail Former member. Or <Former member>'],
  ['q=a.b%40example.test', 'q=Former member'],
  ['Former member wrote', 'Former member wrote'],
])('%j becomes %j', async (text, expected) => {
  const pattern = createPattern(['Rachel True', "Zoë O'Brien-Éclair", 'a.b@example.test', '李 明'])
  expect([await replace(pattern, text), await replace(pattern, expected)]).toEqual([expected, expected])
})

it.each([
  ['Call +1 212 555 0187', 'Call Former member'],
  ['Call 212.555.0187 or (212) 555-0187', 'Call Former member or Former member'],
  ['+12125550187, 2125550187, 001 212 555 0187', 'Former member, Former member, Former member'],
  ['q=%2B1%20212%20555%200187', 'q=Former member'],
  ['0049 30 1234567, +49 (0)30 123-45-67, 030 1234567', 'Former member, Former member, Former member'],
  [
    '212 555 0188, 12125550187 5, 92125550187, 21255501870',
    '212 555 0188, Former member 5, 92125550187, 21255501870',
  ],
])('finds phone numbers in any form: %j becomes %j', async (text, expected) => {
  const pattern = createPattern([], ['+1 212 555 0187 ext. 4', '+49 30 1234567'])
  expect([await replace(pattern, text), await replace(pattern, expected)]).toEqual([expected, expected])
})

it('finds a number of few digits only with its country, and zeros only as a whole', async () => {
  const pattern = createPattern([], ['+298 201234', '0000000'])
  const found = await replace(pattern, '+298 20-12-34, 201234, 00, 0 000 000')
  expect(found).toBe('Former member, 201234, 00, Former member')
})

it('finds a phone number that is stored without its country', async () => {
  const found = await replace(createPattern([], ['030 1234567']), '0301234567, +49 30 1234567')
  expect(found).toBe('Former member, Former member')
})

it('finds nothing when there are no words to look for', () => {
  expect(createPattern(['', 'x', ' '])).toBe('')
})
