import { DAY_MS } from '@tendwell/contract/time'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findBusyTimes } from './times.ts'

afterEach(() => vi.restoreAllMocks())

const START = '2026-12-01T00:00:00Z'

/**
 * The busy times of a file with these events from 1 December 2026 on, as `start/end` in UTC.
 * @param properties the lines of the calendar before its events
 */
async function find(events: string[][], properties: string[] = [], days = 14): Promise<unknown> {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...properties],
    ...events.flatMap((event, index) => ['BEGIN:VEVENT', `UID:${index}@test`, ...event, 'END:VEVENT']),
    'END:VCALENDAR',
  ]
  return findIn(lines.join('\r\n'), days)
}

async function findIn(text: string, days = 14): Promise<unknown> {
  const startMs = Date.parse(START)
  const ownUidPattern = /^booking-\d+@tendwell\.test$/
  const source = { text, timezone: 'America/New_York', ownUidPattern, owners: ['nora@example.test'] }
  const found = await findBusyTimes({ ...source, startMs, endMs: startMs + days * DAY_MS })
  const short = (ms: number) => new Date(ms).toISOString().slice(5, 16)
  return typeof found === 'string'
    ? found
    : found.busy.map(({ startMs, endMs }) => `${short(startMs)}/${short(endMs)}`)
}

describe('one event', () => {
  it('is busy by its own zone, by UTC, or by the zone of the calendar', async () => {
    expect(await find([['DTSTART:20261202T140000Z', 'DTEND:20261202T150000Z']])).toEqual([
      '12-02T14:00/12-02T15:00',
    ])
    expect(await find([['DTSTART;TZID=Asia/Tokyo:20261202T090000', 'DURATION:PT90M']])).toEqual([
      '12-02T00:00/12-02T01:30',
    ])
    const floating = [['DTSTART:20261202T090000', 'DTEND:20261202T100000']]
    expect(await find(floating)).toEqual(['12-02T14:00/12-02T15:00'])
    expect(await find(floating, ['X-WR-TIMEZONE:Europe/Berlin'])).toEqual(['12-02T08:00/12-02T09:00'])
    expect(await find(floating, ['X-WR-TIMEZONE:Nowhere'])).toEqual(['12-02T14:00/12-02T15:00'])
  })

  it('of whole days is busy from midnight to midnight', async () => {
    expect(await find([['DTSTART;VALUE=DATE:20261202']])).toEqual(['12-02T05:00/12-03T05:00'])
    expect(await find([['DTSTART;VALUE=DATE:20261202', 'DTEND;VALUE=DATE:20261205']])).toEqual([
      '12-02T05:00/12-05T05:00',
    ])
  })

  it('is free when it is transparent, canceled, without length, our own, or outside of the range', async () => {
    const hours = ['DTSTART:20261202T140000Z', 'DTEND:20261202T150000Z']
    expect(
      await find([
        [...hours, 'TRANSP:TRANSPARENT'],
        [...hours, 'STATUS:CANCELLED'],
        ['DTSTART:20261202T140000Z'],
        ['DTSTART:20261102T140000Z', 'DTEND:20261102T150000Z'],
        ['DTSTART:20271202T140000Z', 'DTEND:20271202T150000Z'],
        ['SUMMARY:Without a start'],
        ['DTSTART:rubbish', 'DTEND:20261202T150000Z'],
      ]),
    ).toEqual([])
    const own = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:booking-7@tendwell.test', ...hours, 'END:VEVENT']
    expect(await findIn([...own, 'END:VCALENDAR'].join('\r\n'))).toEqual([])
    expect(await find([[...hours, 'STATUS:TENTATIVE', 'TRANSP:OPAQUE']])).toHaveLength(1)
  })

  it('joins others that it overlaps or touches', async () => {
    expect(
      await find([
        ['DTSTART:20261202T140000Z', 'DTEND:20261202T150000Z'],
        ['DTSTART:20261202T150000Z', 'DTEND:20261202T160000Z'],
        ['DTSTART:20261202T143000Z', 'DTEND:20261202T144500Z'],
        ['DTSTART:20261130T230000Z', 'DTEND:20261201T010000Z'],
      ]),
    ).toEqual(['11-30T23:00/12-01T01:00', '12-02T14:00/12-02T16:00'])
  })
})

describe('a zone that the file describes', () => {
  const zone = (name: string) => [
    ...['BEGIN:VTIMEZONE', `TZID:${name}`],
    ...['BEGIN:STANDARD', 'DTSTART:16010101T020000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
    ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD'],
    ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
    ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT', 'END:VTIMEZONE'],
  ]
  const event = (name: string) => [[`DTSTART;TZID=${name}:20261202T090000`, 'DURATION:PT1H']]

  it('counts where IANA does not know its name, such as those of Windows', async () => {
    const name = 'W. Europe Standard Time'
    expect(await find(event(name), zone(name))).toEqual(['12-02T08:00/12-02T09:00'])
  })

  it('is the zone of IANA where it has that name', async () => {
    expect(await find(event('Asia/Tokyo'), zone('Asia/Tokyo'))).toEqual(['12-02T00:00/12-02T01:00'])
  })

  it('is the zone of the calendar where nobody knows it', async () => {
    expect(await find(event('Nowhere'))).toEqual(['12-02T14:00/12-02T15:00'])
  })
})

describe('a repeating event', () => {
  const daily = ['DTSTART;TZID=America/New_York:20200101T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY']

  it('keeps its wall time across a change of clocks', async () => {
    const text = await find(
      [['DTSTART;TZID=America/New_York:20261101T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY']],
      [],
      120,
    )
    expect(text).toHaveLength(17)
    expect(text).toContain('03-07T14:00/03-07T15:00')
    expect(text).toContain('03-14T13:00/03-14T14:00')
  })

  it('ends with its count or its end, in the zone of the event', async () => {
    const tokyo = ['DTSTART;TZID=Asia/Tokyo:20261202T090000', 'DURATION:PT1H']
    expect(await find([[...tokyo, 'RRULE:FREQ=DAILY;UNTIL=20261204T000000Z']])).toHaveLength(3)
    expect(await find([[...tokyo, 'RRULE:FREQ=DAILY;COUNT=2']])).toHaveLength(2)
    expect(await find([[...tokyo, 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR']])).toHaveLength(6)
  })

  it('leaves out its exceptions and adds its extra dates', async () => {
    const excluded = [
      'EXDATE;TZID=America/New_York:20261201T083000,20261203T090000',
      'EXDATE:20261205T140000Z',
    ]
    const days = await find([[...daily, ...excluded, 'EXDATE;VALUE=DATE:20261207']], [], 8)
    expect(days).toEqual([1, 2, 4, 6, 8].map((day) => `12-0${day}T14:00/12-0${day}T15:00`))
    const once = ['DTSTART;TZID=America/New_York:20261201T090000', 'DURATION:PT1H']
    const added = ['RDATE;TZID=America/New_York:20261203T110000', 'RDATE;VALUE=PERIOD:20261204T100000Z/PT1H']
    expect(await find([[...once, ...added]])).toEqual([
      '12-01T14:00/12-01T15:00',
      '12-03T16:00/12-03T17:00',
      '12-04T10:00/12-04T11:00',
    ])
    const birthday = ['DTSTART;VALUE=DATE:20001203', 'RRULE:FREQ=YEARLY']
    expect(await find([birthday])).toEqual(['12-03T05:00/12-04T05:00'])
  })

  it('follows changed and canceled occurrences', async () => {
    const change = (id: string, ...lines: string[]) => ['UID:series', `RECURRENCE-ID${id}`, ...lines]
    const series = [
      'UID:series',
      'DTSTART;TZID=America/New_York:20261201T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=5',
    ]
    const events = [
      series,
      change(';TZID=America/New_York:20261202T090000', 'DTSTART:20261202T200000Z', 'DTEND:20261202T210000Z'),
      change(':20261203T140000Z', 'DTSTART:20261203T140000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'),
      change(
        ';TZID=America/New_York:20261204T090000',
        'DTSTART:20261204T140000Z',
        'DURATION:PT1H',
        'TRANSP:TRANSPARENT',
      ),
    ]
    const lines = events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT'])
    expect(await findIn(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n'))).toEqual([
      '12-01T14:00/12-01T15:00',
      '12-02T20:00/12-02T21:00',
      '12-05T14:00/12-05T15:00',
    ])
    // A file may have an invitation to one occurrence without the series.
    const alone = ['BEGIN:VEVENT', ...(events[1] as string[]), 'END:VEVENT']
    expect(await findIn(['BEGIN:VCALENDAR', ...alone, 'END:VCALENDAR'].join('\r\n'))).toHaveLength(1)
  })
})

describe('a file that can not be read', () => {
  it('is no calendar', async () => {
    for (const text of [
      '',
      '<!doctype html><html></html>',
      'BEGIN:VCARD\r\nEND:VCARD',
      '{"a":1}',
      'BEGIN:VCALENDAR',
    ]) {
      expect([text, await findIn(text)]).toEqual([text, 'not_calendar'])
    }
    expect(await find([])).toEqual([])
  })

  it('has too many times', async () => {
    // There is no time limit here, because the thread might exceed it on a busy machine.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
    const every = (rule: string) => find([['DTSTART:20261201T000000Z', 'DURATION:PT1M', rule]], [], 366)
    expect(await every('RRULE:FREQ=SECONDLY;INTERVAL=120')).toBe('too_many_times')
    expect(await every('RRULE:FREQ=HOURLY')).toBe('too_many_times')
    expect(await every('RRULE:FREQ=HOURLY;INTERVAL=2')).toHaveLength(4_392)
  })

  it('has rules that take too long, while the server goes on', async () => {
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    const found = find([['DTSTART:19700101T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=SECONDLY']], [], 366)
    const events: unknown[] = []
    found.then((times) => events.push(times))
    for (let beat = 0; beat < 20; beat += 1) await new Promise(setImmediate)
    expect([timeout.mock.calls, events]).toEqual([[[10_000]], []])
    limit.abort()
    expect(await found).toBe('too_complex')
  })
})
