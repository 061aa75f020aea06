import { expect, it } from 'vitest'
import { splitLinks } from './links.ts'

const linksIn = (message: string) => splitLinks(message).flatMap(({ href }) => href ?? [])
const textOf = (message: string) =>
  splitLinks(message)
    .map(({ text }) => text)
    .join('')

it.each([
  ['See https://tendwell.test/a?b=1#c.', ['https://tendwell.test/a?b=1#c']],
  ['(http://a.test/x_(y)) and https://b.test!', ['http://a.test/x_(y)', 'https://b.test/']],
  [`http://a.test/${')'.repeat(3_000)}.)]!`, ['http://a.test/']],
  ['HTTPS://UPPER.test/P', ['https://upper.test/P']],
])('finds the links in: %s', (message, links) => {
  expect(linksIn(message)).toEqual(links)
})

it.each([
  'javascript:alert(1)',
  'data:text/html,<b>x</b>',
  'ftp://a.test/file',
  'https://',
  'https://bank.test@evil.test/login',
  'www.a.test',
  '<a href="javascript:alert(1)">x</a>',
])('makes no link of: %s', (message) => {
  expect(linksIn(message)).toEqual([])
})

it('ends a link before characters that could break out of an attribute, and keeps all text', () => {
  const message = 'a https://a.test/"onmouseover=alert(1) https://b.test/<script>, z'
  expect(linksIn(message)).toEqual(['https://a.test/', 'https://b.test/'])
  expect(textOf(message)).toBe(message)
})
