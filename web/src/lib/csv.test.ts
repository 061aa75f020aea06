import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'

it('writes a row a line, and quotes commas, quotes and line breaks', () => {
  expect(
    toCsv([
      ['Family', 'Amount'],
      ['Hart, Fay', 12.5],
      ['"Fay"', -3],
      ['two\nlines', 0],
    ]),
  ).toBe('Family,Amount\r\n"Hart, Fay",12.5\r\n"""Fay""",-3\r\n"two\nlines",0\r\n')
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])(
  'keeps a spreadsheet from running %j as a formula',
  (text) => {
    expect(toCsv([[text]])).toBe(`'${text}\r\n`)
  },
)

it('neutralizes a formula that also needs quotes', () => {
  expect(toCsv([['=HYPERLINK("https://a.test","x")']])).toBe(`"'=HYPERLINK(""https://a.test"",""x"")"\r\n`)
})
