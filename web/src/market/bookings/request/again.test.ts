import { type Interval, resolveWallTime, toDayNumber, toMinutes } from '@tendwell/contract/time'
import { describe, expect, it } from 'vitest'
import { AGAIN_WEEKS, findAgainTimes, listAgainWeeks } from './again.ts'

const zone = 'America/New_York'
const toMs = (date: string, time: string) =>
  resolveWallTime(toDayNumber(date) * 86_400_000 + toMinutes(time) * 60_000, zone)
const visit = (date: string, start: string, end: string, endDate = date): Interval => ({
  startMs: toMs(date, start),
  endMs: toMs(endDate, end),
})
const tuesday = visit('2026-06-02', '09:00', '12:00')
const night = visit('2026-06-05', '21:00', '06:00', '2026-06-06')

describe('listAgainWeeks', () => {
  it.each([
    ['Monday', '2026-06-08', '2026-06-16'],
    ['the same day', '2026-06-02', '2026-06-09'],
    ['Sunday', '2026-06-07', '2026-06-09'],
    ['the Sunday before the clocks change', '2026-10-25', '2026-10-27'],
  ])('begins with the week after this one: today is %s', (_, today, first) => {
    const weeks = listAgainWeeks([tuesday], zone, today)
    expect(weeks).toHaveLength(AGAIN_WEEKS)
    expect(weeks[0]).toEqual([{ date: first, start: '09:00', end: '12:00' }])
  })

  it('takes each weekday and hours once, in their order, a night included', () => {
    const weekly = [
      night,
      tuesday,
      visit('2026-06-09', '09:00', '12:00'),
      visit('2026-06-02', '14:00', '16:00'),
    ]
    expect(listAgainWeeks(weekly, zone, '2026-06-10')[1]).toEqual([
      { date: '2026-06-23', start: '09:00', end: '12:00' },
      { date: '2026-06-23', start: '14:00', end: '16:00' },
      { date: '2026-06-26', start: '21:00', end: '06:00' },
    ])
  })
})

describe('findAgainTimes', () => {
  const weeks = listAgainWeeks([tuesday, night], zone, '2026-06-10')
  const find = (free: Interval[]) =>
    findAgainTimes(weeks, zone, async (date) =>
      free.filter(({ startMs }) => startMs >= toMs(date, '00:00') && startMs < toMs(date, '23:59')),
    )
  const firstNight = [
    visit('2026-06-19', '21:00', '00:00', '2026-06-20'),
    visit('2026-06-20', '00:00', '06:00'),
  ]
  const both = [visit('2026-06-30', '09:00', '12:00'), visit('2026-07-03', '21:00', '06:00', '2026-07-04')]

  it.each([
    ['the first week in which all are free', [...firstNight, ...both], ['2026-06-29', both, 0]],
    ['else the first with the most, also across midnight', firstNight, ['2026-06-15', firstNight, 1]],
    ['nothing where none is free', [visit('2026-06-16', '09:00', '11:00')], null],
  ] as const)('chooses %s', async (_, free, expected) => {
    const found = await find([...free])
    expect(found && [found.monday, found.slots, found.missing]).toEqual(expected)
  })
})
