/** Every CSV file of the product. @see docs/rules/console.md#export */
import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'

it('quotes every cell, writes a row a line, and leaves numbers as they are', () => {
  expect(
    toCsv([
      ['Family', 'Amount', 'Note'],
      ['Hart, "Fay"', -5.5, null],
      ['two\nlines', 0, ''],
      [{ usd: 30.5 }, { usd: -5 }, { usd: 42.67 }],
    ]),
  ).toBe(
    '"Family","Amount","Note"\r\n"Hart, ""Fay""","-5.5",""\r\n"two\nlines","0",""\r\n"30.50","-5.00","42.67"\r\n',
  )
})

it.each([
  ['=1+2', "'=1+2"],
  ['+1', "'+1"],
  ['-5.5', "'-5.5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r'=1"],
  ['\n=1', "'\n'=1"],
  ['＝1+2', "'＝1+2"],
  ['Hello\n=cmd', "Hello\n'=cmd"],
  ['Hello\r=cmd', "Hello\r'=cmd"],
  ['Hello\r\n@SUM(A1)\r\n+1\n\n-2\n\tx', "Hello\r\n'@SUM(A1)\r\n'+1\n\n'-2\n'\tx"],
  ['Hello\u2028=1\u0085=2\v=3\f=4', "Hello\u2028'=1\u0085'=2\v'=3\f'=4"],
  ['=HYPERLINK("https://a.test")', `'=HYPERLINK(""https://a.test"")`],
  // What no spreadsheet runs.
  ['a=1+2 - b@c.test', 'a=1+2 - b@c.test'],
  ['Two lines\n2 = 1 + 1', 'Two lines\n2 = 1 + 1'],
  ["O'Brien", "O'Brien"],
])('%j becomes %j', (text, expected) => {
  expect(toCsv([[text, 'x']])).toBe(`"${expected}","x"\r\n`)
})
