import type { Rule } from '@tendwell/contract/availability/availability'
import { describe, expect, test } from 'vitest'
import {
  describeSlots,
  findSharedHours,
  formatWeekdays,
  groupWeek,
  isOnlyAtNight,
  nextWindow,
  type WeekWindow,
  weekForm,
} from './week.ts'

const daytime = { ends_next_day: false, slot_minutes: 60, buffer_minutes: 0 }

let id = 0
function rule(weekday: number, start: string, end: string, booked_dates: string[] = []): Rule {
  id += 1
  return { id, weekday, start, end, ...daytime, booked_dates }
}

describe('the week', () => {
  test('puts days with the same hours together, and closed days last', () => {
    const rules = [
      rule(2, '14:00', '18:00'),
      ...[2, 3].map((day) => rule(day, '09:00', '12:00', ['2026-06-10'])),
      rule(3, '14:00', '18:00', ['2026-06-03', '2026-06-10']),
      rule(6, '09:00', '12:00'),
    ]
    expect(groupWeek(rules)).toEqual([
      {
        weekdays: [2, 3],
        windows: [
          { start: '09:00', end: '12:00', ...daytime },
          { start: '14:00', end: '18:00', ...daytime },
        ],
        bookedDates: ['2026-06-03', '2026-06-10'],
      },
      { weekdays: [6], windows: [{ start: '09:00', end: '12:00', ...daytime }], bookedDates: [] },
      { weekdays: [1, 4, 5, 7], windows: [], bookedDates: [] },
    ])
    const short = { ...rule(1, '09:00', '12:00'), slot_minutes: 45, buffer_minutes: 15 }
    expect(groupWeek([short, rule(2, '09:00', '12:00')])).toHaveLength(3)
    expect(groupWeek([])).toEqual([{ weekdays: [1, 2, 3, 4, 5, 6, 7], windows: [], bookedDates: [] }])
  })

  test.each([
    [[1, 2, 3, 4, 5], 'Mon–Fri'],
    [[6, 7], 'Sat, Sun'],
    [[1, 3, 4, 5, 7], 'Mon, Wed–Fri, Sun'],
    [[1, 2, 3, 4, 5, 6, 7], 'Every day'],
  ])('names %j %s', (days, name) => {
    expect(formatWeekdays(days)).toBe(name)
  })

  test('names slots that are not of an hour', () => {
    const describe = (slot_minutes: number, buffer_minutes: number) =>
      describeSlots({ start: '09:00', end: '12:00', slot_minutes, buffer_minutes })
    expect([describe(60, 0), describe(45, 0), describe(60, 15)]).toEqual([
      '',
      'Slots of 45 minutes',
      'Slots of 1 hour, 15 minutes apart',
    ])
    expect([describe(90, 90), describe(180, 0), describe(180, 30)]).toEqual([
      'Slots of 1.5 hours, 1.5 hours apart',
      'Booked as a whole',
      'Booked as a whole, 30 minutes apart',
    ])
    const eight = { start: '21:00', end: '06:00', ends_next_day: true, slot_minutes: 480, buffer_minutes: 0 }
    expect(describeSlots(eight)).toBe('Slots of 8 hours')
    expect(describeSlots({ ...eight, slot_minutes: 540 })).toBe('Booked as a whole')
  })

  const night = { ...rule(1, '17:00', '06:00'), ends_next_day: true }
  test.each([
    ['a night', [night], true],
    ['a night and an evening', [night, rule(2, '18:00', '22:00')], true],
    ['a night and a day', [night, rule(2, '17:30', '22:00')], false],
    ['nothing', [], false],
  ])('with %s is only at night: %s', (_, rules, isIt) => {
    expect(isOnlyAtNight(rules)).toBe(isIt)
  })

  test.each([
    ['one day', [2], ['14:00']],
    ['days with the same hours', [2, 3], ['14:00']],
    ['days with other hours', [2, 4], undefined],
    ['a closed day', [1], undefined],
    ['a closed day with others', [1, 2], undefined],
    ['no days', [], undefined],
  ])('finds the hours that %s have', (_, days, starts) => {
    const rules = [rule(2, '14:00', '18:00'), rule(3, '14:00', '18:00'), rule(4, '09:00', '12:00')]
    expect(findSharedHours(days, rules)?.map(({ start }) => start)).toEqual(starts)
  })

  test('adds times after the last ones', () => {
    const night = { start: '21:00', end: '06:00', ends_next_day: true }
    expect(nextWindow([])).toMatchObject({ start: '09:00', end: '12:00' })
    expect(nextWindow([{ start: '09:00', end: '12:00' }])).toMatchObject({ start: '13:00', end: '16:00' })
    expect(nextWindow([{ start: '20:00', end: '00:00' }])).toMatchObject({ start: '09:00', end: '12:00' })
    expect(nextWindow([night])).toEqual({ start: '09:00', end: '12:00', ...daytime })
  })

  test('needs a day, times in order, and times apart', () => {
    const messagesOf = (weekdays: number[], windows: WeekWindow[]) =>
      weekForm
        .safeParse({ weekdays, windows })
        .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
    const morning = { start: '09:00', end: '12:00' }
    expect(messagesOf([1], [morning, { start: '12:00', end: '00:00' }])).toEqual([])
    expect(messagesOf([], [morning])).toEqual([['weekdays', 'Choose at least one day']])
    expect(messagesOf([1], [{ start: '09:00', end: '09:00' }])).toEqual([
      ['windows.0.end', 'Each window must have start before end'],
    ])
    expect(messagesOf([1], [morning, { start: '11:00', end: '13:00' }])).toEqual([
      ['windows', 'Windows overlap — adjust times'],
    ])
    const night = { start: '21:00', end: '10:00', ends_next_day: true }
    expect(messagesOf([1, 3], [morning, night])).toEqual([])
    expect(messagesOf([1, 2], [morning, night])).toEqual([['windows', 'Windows overlap — adjust times']])
  })
})
