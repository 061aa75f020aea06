import { describe, expect, test } from 'vitest'
import { findContactErrors, findReviewContactError, hasContactDetails } from './contact-details.ts'

/** The CPU time that a piece of work takes, in ms: the shorter of two runs. */
function measure(work: () => unknown): number {
  const times = Array.from({ length: 2 }, () => {
    const { user, system } = process.cpuUsage()
    work()
    const after = process.cpuUsage()
    return (after.user - user + after.system - system) / 1_000
  })
  return Math.min(...times)
}

/** Looks at each character of a text twenty times, for comparison. */
function scan(text: string): number {
  let letters = 0
  for (let pass = 0; pass < 20; pass += 1) {
    for (const character of text) if (/\p{L}/u.test(character)) letters += 1
  }
  return letters
}

// Once, some patterns took seconds for thirty letters of another alphabet, and each number was looked up in
// ten countries.
describe('a text of 20,000 characters is read in linear time', () => {
  const LENGTH = 20_000
  const spread = (index: number) => (index * 7_919) % 9_973
  const parts = [
    ...[
      '1.1.1.',
      'a@a@',
      '9 9 9 ',
      '٠.٠.',
      '1漢',
      '漢',
      '1-',
      '0 ',
      '010 ',
      '12 ',
      '1, ',
      '१ ',
      '+1 ',
      '212 555 01',
    ],
    ...[
      '0600 ',
      '0900 1 ',
      '04/01/',
      '04 01 ',
      '38.5 ',
      '12 g ',
      '12:30 ',
      '2026-04-',
      '1 USD ',
      '$',
      '0212 5',
    ],
    ...[
      'a.',
      'a ',
      'a@',
      'a1',
      'a_',
      "a'",
      'é',
      'д ',
      '(',
      ' ',
      '-',
      '@',
      '.',
      '//',
      '五',
      'one ',
      'one two ',
      'double ',
    ],
    ...[
      'a at b ',
      'at ',
      'dot ',
      'x@y.',
      'www.',
      'http://',
      'hxxp:',
      'nora.me ',
      'nora.me x ',
      'a.com ',
      'xn--',
    ],
    ...[
      'telegram ',
      'telegram a',
      'add me on ',
      'gmail is ',
      'gmail is a-',
      'line id ',
      '微信',
      'phone ',
      'phone 1 ',
      '电话',
    ],
    ...[
      'pay ',
      'before ',
      'deposit ',
      'send ',
      'send a ',
      'my ',
      'courier ',
      'keep 1 ',
      'gift card ',
      'overpaid ',
      'return ',
    ],
    ...[
      'account ',
      '0x0',
      'bc1',
      'AB12 ',
      'DE89 ',
      'v e ',
      'v.e.',
      'tendwell.',
      'venmo ',
      'pay venmo ',
      'check ',
    ],
  ]
  const texts: [string, string][] = [
    ...parts.map((part): [string, string] => [part, part.repeat(LENGTH / part.length)]),
    ['other numbers', Array.from({ length: 4_000 }, (_, index) => spread(index)).join(' ')],
    [
      'other numbers with commas',
      Array.from({ length: 2_000 }, (_, index) => `0${9e8 + spread(index)}`).join(' , '),
    ],
  ]

  test.each(texts)('%j', (_part, text) => {
    const plain = measure(() => scan(text))
    const ratios = [
      hasContactDetails,
      (text: string) => findReviewContactError(text, 'review'),
      (one: string) => findContactErrors({ description: one, city: one }),
    ].map((find) => measure(() => find(text)) / plain)
    // Usually less than 5. A pattern that begins again at each character has more than 100.
    expect(Math.max(...ratios)).toBeLessThan(20)
  })
})
