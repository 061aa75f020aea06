import { expect, it } from 'vitest'
import { pageCount, readPage } from './pages.ts'

it.each([
  ['page=2', 2],
  ['page=12345', 12345],
  ['', 1],
  ['page=0', 1],
  ['page=-1', 1],
  ['page=1.5', 1],
  ['page=1e3', 1],
  ['page=two', 1],
  ['page=123456', 1],
  ['other_page=3', 1],
])('reads the page of ?%s as %i', (query, page) => {
  expect(readPage(new URLSearchParams(query))).toBe(page)
})

it('reads the page of one list among several', () => {
  expect(readPage(new URLSearchParams('page=2&payouts_page=4'), 'payouts_page')).toBe(4)
})

it('counts pages, and an empty list as one', () => {
  expect([0, 1, 5, 6, 10, 11].map((count) => pageCount(count, 5))).toEqual([1, 1, 1, 2, 2, 3])
})
