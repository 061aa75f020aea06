import { expect, it } from 'vitest'
import { formatVisits, summarizeVisits } from './visits.ts'

const at = (start: string, end: string) => ({ start_utc: start, end_utc: end })
// Written in the viewer's zone, which is New York in tests.
const windows = [
  at('2026-06-02T13:00:00Z', '2026-06-02T15:00:00Z'),
  at('2026-06-02T15:00:00Z', '2026-06-02T16:00:00Z'),
  at('2026-06-05T13:00:00Z', '2026-06-05T14:00:00Z'),
]

it('names the day and hours of each visit, with adjacent windows as one', () => {
  expect(formatVisits(windows).map((text) => text.replace(/, \d{4}/, ''))).toEqual([
    'Tue, Jun 2, 9:00 AM – 12:00 PM',
    'Fri, Jun 5, 9:00 AM – 10:00 AM',
  ])
})

it('names the first visit and counts the others', () => {
  expect(summarizeVisits(windows)).toMatch(/^Tue, Jun 2.* and 1 more$/)
  expect(summarizeVisits(windows.slice(0, 2))).not.toContain('more')
  expect(summarizeVisits([])).toBe('')
})
