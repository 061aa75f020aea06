import { afterEach, expect, it, vi } from 'vitest'
import { formatDays, formatVisits, summarizeVisits } from './visits.ts'

afterEach(() => void vi.useRealTimers())

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

it('names the days, each month once, and counts many', () => {
  const july = at('2026-07-01T01:00:00Z', '2026-07-01T03:00:00Z')
  expect(formatDays([...windows, at('2026-07-07T13:00:00Z', '2026-07-07T14:00:00Z'), july])).toBe(
    'Jun 2, 5, 30, and Jul 7',
  )
  const daily = Array.from({ length: 7 }, (_, day) =>
    at(`2026-06-0${day + 1}T13:00:00Z`, `2026-06-0${day + 1}T14:00:00Z`),
  )
  expect(formatDays(daily)).toBe('7 visits from Jun 1')
  expect(formatDays([])).toBe('')
})

it.each([
  ['2026-06-02T12:00:00Z', /^today, 9:00 AM – 12:00 PM and 1 more$/],
  ['2026-06-01T12:00:00Z', /^tomorrow, 9:00 AM/],
  ['2026-06-03T12:00:00Z', /^Tue, Jun 2, /],
  ['2026-05-31T12:00:00Z', /^Tue, Jun 2, /],
])('calls today and tomorrow so where it is asked to: %s', (now, text) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  expect(summarizeVisits(windows, { isNear: true })).toMatch(text)
  expect(summarizeVisits(windows)).toMatch(/^Tue, Jun 2/)
})

it('says many weekly visits in one line', () => {
  const weekly = Array.from({ length: 8 }, (_, week) => {
    const date = new Date(Date.UTC(2026, 5, 2 + 7 * week)).toISOString().slice(0, 10)
    return at(`${date}T13:00:00Z`, `${date}T16:00:00Z`)
  })
  expect(formatVisits([...weekly, ...windows.slice(2)])).toEqual([
    'Every Tuesday, 9:00 AM – 12:00 PM, 8 times, Jun 2 to Jul 21, 2026',
    expect.stringMatching(/^Fri, Jun 5.*, 9:00 AM – 10:00 AM$/),
  ])
  expect(formatVisits(weekly.slice(0, 6))).toHaveLength(6)
  expect(summarizeVisits(weekly)).toMatch(/^Tue, Jun 2.* and 7 more$/)
})
