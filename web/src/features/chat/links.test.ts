import { expect, it } from 'vitest'
import { stretchesOf } from './links.ts'

const linksIn = (text: string) => stretchesOf(text).flatMap(({ href }) => (href === null ? [] : [href]))
const wordsOf = (text: string) =>
  stretchesOf(text)
    .map((stretch) => stretch.text)
    .join('')

it.each([
  ['See https://tendwell.test/a?b=1#c.', ['https://tendwell.test/a?b=1#c']],
  ['(http://a.test/x_(y)) and https://b.test!', ['http://a.test/x_(y)', 'https://b.test/']],
  ['HTTPS://UPPER.test/P', ['https://upper.test/P']],
])('makes links of addresses: %s', (text, links) => {
  expect(linksIn(text)).toEqual(links)
})

it.each([
  'javascript:alert(1)',
  'data:text/html,<b>x</b>',
  'ftp://a.test/file',
  'https://',
  'https://bank.test@evil.test/login',
  'www.a.test',
  '<a href="javascript:alert(1)">x</a>',
])('and of nothing else: %s', (text) => {
  expect(linksIn(text)).toEqual([])
})

it('ends at what could leave an attribute, and loses no word', () => {
  const text = 'a https://a.test/"onmouseover=alert(1) https://b.test/<script>, z'
  expect(linksIn(text)).toEqual(['https://a.test/', 'https://b.test/'])
  expect(wordsOf(text)).toBe(text)
})
