/** Small calendars in the forms in which apps write them, read for a caregiver in New York. */
import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import { DAY_MS } from '@tendwell/contract/time'
import { describe, expect, it } from 'vitest'
import { countRuns, fc } from '../../../../../contract/test/random.ts'
import { findTimes } from './busy-times.mjs'

const START_MS = Date.parse('2026-12-01T00:00:00Z')
/** Until after the night in April in which Australia's clocks go back. */
const DAYS = 130

/** The busy times from 1 December 2026 on as `start/end` in UTC, and how many events can't be read. */
function read(text: string) {
  const found = findTimes({
    text,
    limit: 20_000,
    timezone: 'America/New_York',
    ownUidPattern: /^booking-\d+@tendwell\.test$/,
    owners: ['nora@example.test'],
    startMs: START_MS,
    endMs: START_MS + DAYS * DAY_MS,
  })
  if (typeof found === 'string') return found
  const short = (ms: number) => new Date(ms).toISOString().slice(5, 16)
  const busy = mergeAdjacent(found.times).map(({ startMs, endMs }) => `${short(startMs)}/${short(endMs)}`)
  return found.unread === 0 ? busy : { busy, unread: found.unread }
}

const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a@test', ...lines, 'END:VEVENT']
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
const zone = (name: string, standard: string, daylight: string) => [
  ...['BEGIN:VTIMEZONE', `TZID:${name}`],
  ...['BEGIN:STANDARD', 'DTSTART:16010101T020000', `TZOFFSETFROM:${daylight}`, `TZOFFSETTO:${standard}`],
  ...['RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', `TZOFFSETFROM:${standard}`, `TZOFFSETTO:${daylight}`],
  ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', 'END:DAYLIGHT', 'END:VTIMEZONE'],
]
const NINE = 'DTSTART;TZID=America/New_York:20261202T090000'
const TEN = 'DTEND;TZID=America/New_York:20261202T100000'
const DAILY = [NINE, TEN, 'RRULE:FREQ=DAILY;COUNT=4']
const at = (...days: string[]) => days.map((day) => `12-${day}T14:00/12-${day}T15:00`)
const day = (date: string, next: string) => `12-${date}T05:00/12-${next}T05:00`

const CORPUS: [form: string, text: string, expected: unknown][] = [
  // Times
  ['Google, UTC', calendar(...event('DTSTART:20261202T140000Z', 'DTEND:20261202T150000Z')), at('02')],
  ['Apple, zone', calendar(...event(NINE, TEN)), at('02')],
  ['Nextcloud, duration', calendar(...event(NINE, 'DURATION:PT1H')), at('02')],
  ['a duration in minutes', calendar(...event(NINE, 'DURATION:PT60M')), at('02')],
  ['a duration in weeks', calendar(...event(NINE, 'DURATION:P1W')), ['12-02T14:00/12-09T14:00']],
  ['a time without a zone', calendar(...event('DTSTART:20261202T090000', 'DTEND:20261202T100000')), at('02')],
  [
    'a time without a zone in a calendar of another',
    calendar('X-WR-TIMEZONE:Europe/Berlin', ...event('DTSTART:20261202T090000', 'DTEND:20261202T100000')),
    ['12-02T08:00/12-02T09:00'],
  ],
  [
    'a zone in quotes',
    calendar(...event('DTSTART;TZID="America/New_York":20261202T090000', 'DURATION:PT1H')),
    at('02'),
  ],
  [
    'lower case names',
    calendar('begin:vevent', 'uid:a', 'dtstart:20261202T140000Z', 'dtend:20261202T150000Z', 'end:vevent'),
    at('02'),
  ],
  [
    'a night across the change of clocks',
    calendar(
      ...event(
        'DTSTART;TZID=America/New_York:20270313T220000',
        'DTEND;TZID=America/New_York:20270314T060000',
      ),
    ),
    ['03-14T03:00/03-14T10:00'],
  ],
  [
    'eight exact hours across the change of clocks',
    calendar(...event('DTSTART;TZID=America/New_York:20270313T220000', 'DURATION:PT8H')),
    ['03-14T03:00/03-14T11:00'],
  ],
  [
    'a day across the change of clocks',
    calendar(...event('DTSTART;TZID=America/New_York:20270313T220000', 'DURATION:P1D')),
    ['03-14T03:00/03-15T02:00'],
  ],
  [
    'a nightly series across the change of clocks',
    calendar(
      ...event(
        'DTSTART;TZID=America/New_York:20270312T220000',
        'DTEND;TZID=America/New_York:20270313T060000',
        'RRULE:FREQ=DAILY;COUNT=3',
      ),
    ),
    ['03-13T03:00/03-13T11:00', '03-14T03:00/03-14T10:00', '03-15T02:00/03-15T10:00'],
  ],
  [
    'a flight between two zones',
    calendar(
      ...event(
        'DTSTART;TZID=America/New_York:20261202T090000',
        'DTEND;TZID=America/Los_Angeles:20261202T120000',
      ),
    ),
    ['12-02T14:00/12-02T20:00'],
  ],
  [
    'a time that clocks skip',
    calendar(...event('DTSTART;TZID=America/New_York:20270314T023000', 'DURATION:PT1H')),
    ['03-14T07:30/03-14T08:30'],
  ],
  [
    'a series with its end in UTC, across the change of clocks',
    calendar(
      ...event(
        'DTSTART;TZID=America/New_York:20270313T090000',
        'DTEND:20270313T150000Z',
        'RRULE:FREQ=DAILY;COUNT=2',
      ),
    ),
    ['03-13T14:00/03-13T15:00', '03-14T13:00/03-14T14:00'],
  ],
  [
    'a time that occurs twice',
    calendar(...event('DTSTART;TZID=Australia/Sydney:20270404T023000', 'DURATION:PT1H')),
    ['04-03T15:30/04-03T16:30'],
  ],
  [
    'a leap second of a zone',
    calendar(...event('DTSTART;TZID=America/New_York:20261202T085960', TEN)),
    at('02'),
  ],
  [
    'a leap second',
    calendar(...event('DTSTART:20261202T140000Z', 'DTEND:20261202T145960Z')),
    ['12-02T14:00/12-02T15:00'],
  ],
  [
    'its distance to UTC',
    calendar(...event('DTSTART:20261202T150000+0100', 'DTEND:20261202T160000+01:00')),
    at('02'),
  ],
  [
    'its distance to UTC, west of it',
    calendar(...event('DTSTART:20261202T093000-0430', 'DTEND:20261202T100000-05')),
    at('02'),
  ],
  [
    'as ISO writes it',
    calendar(...event('DTSTART:2026-12-02T14:00:00.000Z', 'DTEND:2026-12-02 15:00Z')),
    at('02'),
  ],
  [
    'as ISO writes it, with a zone',
    calendar(...event('DTSTART;TZID=America/New_York:2026-12-02T09:00:00', 'DURATION:PT1H')),
    at('02'),
  ],
  ['small letters', calendar(...event('DTSTART:20261202t140000z', 'DTEND:20261202t150000z')), at('02')],
  ['without seconds', calendar(...event('DTSTART:20261202T1400Z', 'DTEND:20261202T1500Z')), at('02')],
  [
    'a time without a zone in a calendar of a zone of Windows',
    calendar('X-WR-TIMEZONE:Pacific Standard Time', ...event('DTSTART:20261202T060000', 'DURATION:PT1H')),
    at('02'),
  ],
  [
    'a time without a zone in a calendar of a zone that nobody knows',
    calendar(
      'X-WR-TIMEZONE:Mars',
      ...event('DTSTART:20261202T090000', 'DURATION:PT1H'),
      ...event('DTSTART:20261204T140000Z', 'DURATION:PT1H'),
    ),
    { busy: at('02', '04'), unread: 1 },
  ],
  [
    'weekly in the hour that clocks skip',
    calendar(
      ...event(
        'DTSTART;TZID=America/New_York:20270307T020000',
        'DTEND;TZID=America/New_York:20270307T030000',
        'RRULE:FREQ=WEEKLY;COUNT=3',
      ),
    ),
    ['03-07T07:00/03-07T08:00', '03-14T07:00/03-14T08:00', '03-21T06:00/03-21T07:00'],
  ],
  [
    'daily in half of the hour that clocks skip',
    calendar(
      ...event(
        'DTSTART;TZID=America/New_York:20270313T023000',
        'DTEND;TZID=America/New_York:20270313T030000',
        'RRULE:FREQ=DAILY;COUNT=3',
      ),
    ),
    ['03-13T07:30/03-13T08:00', '03-14T07:30/03-14T08:00', '03-15T06:30/03-15T07:00'],
  ],
  // Whole days
  [
    'a day as ISO writes it',
    calendar(...event('DTSTART;VALUE=DATE:2026-12-09', 'DTEND:2026-12-10')),
    [day('09', '10')],
  ],
  [
    'a day',
    calendar(...event('DTSTART;VALUE=DATE:20261209', 'DTEND;VALUE=DATE:20261210')),
    [day('09', '10')],
  ],
  ['a day without an end', calendar(...event('DTSTART;VALUE=DATE:20261209')), [day('09', '10')]],
  ['a day without VALUE', calendar(...event('DTSTART:20261209', 'DTEND:20261210')), [day('09', '10')]],
  [
    'a day that ends on itself',
    calendar(...event('DTSTART;VALUE=DATE:20261209', 'DTEND;VALUE=DATE:20261209')),
    [day('09', '10')],
  ],
  [
    'a day with a zone',
    calendar(...event('DTSTART;TZID=Europe/Paris;VALUE=DATE:20261209')),
    [day('09', '10')],
  ],
  [
    'days with a duration',
    calendar(...event('DTSTART;VALUE=DATE:20261209', 'DURATION:P2D')),
    [day('09', '11')],
  ],
  [
    'a day in a calendar of UTC',
    calendar('X-WR-TIMEZONE:UTC', ...event('DTSTART;VALUE=DATE:20261209')),
    [day('09', '10')],
  ],
  [
    'a time that says it is a day',
    calendar(...event('DTSTART;VALUE=DATE:20261202T140000Z', 'DTEND;VALUE=DATE:20261202T150000Z')),
    at('02'),
  ],
  [
    'VALUE=DATE-TIME',
    calendar(...event('DTSTART;VALUE=DATE-TIME:20261202T140000Z', 'DTEND;VALUE=DATE-TIME:20261202T150000Z')),
    at('02'),
  ],
  [
    'Outlook, midnight to midnight',
    calendar(
      ...event(
        'DTSTART;TZID=America/New_York:20261209T000000',
        'DTEND;TZID=America/New_York:20261210T000000',
      ),
    ),
    [day('09', '10')],
  ],
  [
    'a day until a time',
    calendar(...event('DTSTART;VALUE=DATE:20261209', 'DTEND:20261209T220000Z')),
    ['12-09T05:00/12-09T22:00'],
  ],
  ['a birthday', calendar(...event('DTSTART;VALUE=DATE:20001209', 'RRULE:FREQ=YEARLY')), [day('09', '10')]],
  // Zones
  [
    'Exchange, a zone of Windows without its description',
    calendar(...event('DTSTART;TZID=Pacific Standard Time:20261202T090000', 'DURATION:PT1H')),
    ['12-02T17:00/12-02T18:00'],
  ],
  [
    'Exchange, Eastern Standard Time',
    calendar(...event('DTSTART;TZID=Eastern Standard Time:20261202T090000', 'DURATION:PT1H')),
    at('02'),
  ],
  [
    'Exchange, W. Europe Standard Time',
    calendar(...event('DTSTART;TZID="W. Europe Standard Time":20261202T090000', 'DURATION:PT1H')),
    ['12-02T08:00/12-02T09:00'],
  ],
  [
    'Exchange, in summer',
    calendar(...event('DTSTART;TZID=Pacific Standard Time:20270320T090000', 'DURATION:PT1H')),
    ['03-20T16:00/03-20T17:00'],
  ],
  [
    'Outlook, a described zone',
    calendar(
      ...zone('Customized Time Zone', '-0800', '-0700'),
      ...event('DTSTART;TZID=Customized Time Zone:20261202T090000', 'DURATION:PT1H'),
    ),
    ['12-02T17:00/12-02T18:00'],
  ],
  [
    'Outlook, a zone that is described otherwise than the one of Windows of that name',
    calendar(
      ...zone('Pacific Standard Time', '-0500', '-0400'),
      ...event('DTSTART;TZID=Pacific Standard Time:20261202T090000', 'DURATION:PT1H'),
    ),
    at('02'),
  ],
  [
    'a calendar’s zone in quotes',
    calendar('X-WR-TIMEZONE:"Europe/Berlin"', ...event('DTSTART:20261202T150000', 'DURATION:PT1H')),
    at('02'),
  ],
  [
    'Thunderbird, a name with an address in front',
    calendar(
      ...event('DTSTART;TZID=/mozilla.org/20050126_1/America/New_York:20261202T090000', 'DURATION:PT1H'),
    ),
    at('02'),
  ],
  [
    'Evolution, a name with an address in front',
    calendar(
      ...event(
        'DTSTART;TZID=/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires:20261202T110000',
        'DURATION:PT1H',
      ),
    ),
    at('02'),
  ],
  [
    'an old name of IANA',
    calendar(...event('DTSTART;TZID=US/Eastern:20261202T090000', 'DURATION:PT1H')),
    at('02'),
  ],
  ['Etc/GMT+5', calendar(...event('DTSTART;TZID=Etc/GMT+5:20261202T090000', 'DURATION:PT1H')), at('02')],
  ['TZID=UTC', calendar(...event('DTSTART;TZID=UTC:20261202T140000', 'DURATION:PT1H')), at('02')],
  [
    'Outlook, a zone with a colon and no quotes',
    calendar(
      ...zone('(UTC-08:00) Pacific Time (US & Canada)', '-0800', '-0700'),
      ...event('DTSTART;TZID=(UTC-08:00) Pacific Time (US & Canada):20261202T060000', 'DURATION:PT1H'),
    ),
    at('02'),
  ],
  [
    'Outlook, a zone with a colon and no quotes, which nobody knows',
    calendar(
      ...event('DTSTART;TZID=(UTC-05:00) Eastern Time (US & Canada):2026-12-02T09:00:00', 'DURATION:PT1H'),
    ),
    { busy: at('02'), unread: 1 },
  ],
  [
    'Outlook, a zone with a colon and a comma and no quotes',
    calendar(
      ...zone('(UTC+01:00) Amsterdam\\, Berlin', '+0100', '+0200'),
      ...event(
        'DTSTART;X-A=b;TZID=(UTC+01:00) Amsterdam, Berlin;X-B=c:20261202T150000',
        'DTEND;TZID=(UTC+01:00) Amsterdam, Berlin:20261202T160000',
      ),
    ),
    at('02'),
  ],
  [
    'Exchange, the address of UTC',
    calendar(...event('DTSTART;TZID=tzone://Microsoft/Utc:20261202T140000', 'DURATION:PT1H')),
    at('02'),
  ],
  [
    'a zone that nobody knows',
    calendar(...event('DTSTART;TZID=Custom:20261202T090000', 'DURATION:PT1H')),
    { busy: at('02'), unread: 1 },
  ],
  // Series
  ['a count', calendar(...event(...DAILY)), at('02', '03', '04', '05')],
  ['UNTIL in UTC', calendar(...event(NINE, TEN, 'RRULE:FREQ=DAILY;UNTIL=20261203T140000Z')), at('02', '03')],
  [
    'UNTIL in UTC, an hour before the time of that day',
    calendar(...event(NINE, TEN, 'RRULE:FREQ=DAILY;UNTIL=20261204T130000Z')),
    at('02', '03'),
  ],
  [
    'UNTIL without a zone',
    calendar(...event(NINE, TEN, 'RRULE:FREQ=DAILY;UNTIL=20261203T090000')),
    at('02', '03'),
  ],
  [
    'UNTIL as a day, which is included',
    calendar(...event(NINE, TEN, 'RRULE:FREQ=DAILY;UNTIL=20261203')),
    at('02', '03'),
  ],
  [
    'UNTIL as ISO writes it',
    calendar(...event(NINE, TEN, 'RRULE:FREQ=DAILY;UNTIL=2026-12-03')),
    at('02', '03'),
  ],
  [
    'UNTIL with its distance to UTC',
    calendar(...event(NINE, TEN, 'RRULE:UNTIL=2026-12-03T15:00:00+01:00;FREQ=DAILY')),
    at('02', '03'),
  ],
  [
    'an UNTIL in no form',
    calendar(...event(NINE, TEN, 'RRULE:FREQ=DAILY;UNTIL=soon')),
    { busy: at('02'), unread: 1 },
  ],
  [
    'days UNTIL a day',
    calendar(...event('DTSTART;VALUE=DATE:20261209', 'RRULE:FREQ=DAILY;UNTIL=20261210')),
    [day('09', '11')],
  ],
  [
    'days UNTIL a time',
    calendar(...event('DTSTART;VALUE=DATE:20261209', 'RRULE:FREQ=DAILY;UNTIL=20261210T000000Z')),
    [day('09', '11')],
  ],
  [
    'weekdays',
    calendar(...event(NINE, TEN, 'RRULE:FREQ=WEEKLY;BYDAY=WE,FR;COUNT=3;WKST=SU')),
    at('02', '04', '09'),
  ],
  [
    'EXDATE in the zone',
    calendar(...event(...DAILY, 'EXDATE;TZID=America/New_York:20261203T090000')),
    at('02', '04', '05'),
  ],
  ['EXDATE in UTC', calendar(...event(...DAILY, 'EXDATE:20261203T140000Z')), at('02', '04', '05')],
  ['EXDATE without a zone', calendar(...event(...DAILY, 'EXDATE:20261203T090000')), at('02', '04', '05')],
  [
    'EXDATE in another zone',
    calendar(...event(...DAILY, 'EXDATE;TZID=Europe/Paris:20261203T150000')),
    at('02', '04', '05'),
  ],
  ['EXDATE as a day', calendar(...event(...DAILY, 'EXDATE;VALUE=DATE:20261203')), at('02', '04', '05')],
  ['EXDATE as a day without VALUE', calendar(...event(...DAILY, 'EXDATE:20261203,20261204')), at('02', '05')],
  [
    'EXDATE with both',
    calendar(...event(...DAILY, 'EXDATE;TZID=America/New_York:20261203T090000,20261204')),
    at('02', '05'),
  ],
  ['RDATE', calendar(...event(NINE, TEN, 'RDATE;TZID=America/New_York:20261205T090000')), at('02', '05')],
  [
    'RDATE in another zone',
    calendar(...event(NINE, TEN, 'RDATE;TZID=Europe/Paris:20261205T150000')),
    at('02', '05'),
  ],
  [
    'RDATE as a period',
    calendar(...event(NINE, TEN, 'RDATE;VALUE=PERIOD:20261205T140000Z/20261205T150000Z')),
    at('02', '05'),
  ],
  [
    'RDATE that EXDATE takes away',
    calendar(
      ...event(
        NINE,
        TEN,
        'RDATE;TZID=America/New_York:20261205T090000,20261206T090000',
        'EXDATE:20261205T140000Z',
      ),
    ),
    at('02', '06'),
  ],
  [
    'RDATE that was moved',
    calendar(
      ...event(NINE, TEN, 'RDATE;TZID=America/New_York:20261205T090000'),
      ...event('RECURRENCE-ID:20261205T140000Z', 'DTSTART:20261206T140000Z', 'DTEND:20261206T150000Z'),
    ),
    at('02', '06'),
  ],
  [
    'RDATE after a change of all later times',
    calendar(
      ...event(NINE, TEN, 'RDATE;TZID=America/New_York:20261205T090000'),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20261204T140000Z',
        'DTSTART:20261204T160000Z',
        'DTEND:20261204T170000Z',
      ),
    ),
    // A change is also an event of its own.
    [...at('02'), '12-04T16:00/12-04T17:00', '12-05T16:00/12-05T17:00'],
  ],
  [
    'a moved time of a series',
    calendar(
      ...event(...DAILY),
      ...event(
        'RECURRENCE-ID;TZID=America/New_York:20261203T090000',
        'DTSTART;TZID=America/New_York:20261203T100000',
        'DTEND;TZID=America/New_York:20261203T110000',
      ),
    ),
    [...at('02'), '12-03T15:00/12-03T16:00', ...at('04', '05')],
  ],
  [
    'a moved time, named in another zone',
    calendar(
      ...event(...DAILY),
      ...event(
        'RECURRENCE-ID;TZID=Europe/Paris:20261203T150000',
        'DTSTART;TZID=Europe/Paris:20261203T160000',
        'DTEND;TZID=Europe/Paris:20261203T170000',
      ),
    ),
    [...at('02'), '12-03T15:00/12-03T16:00', ...at('04', '05')],
  ],
  [
    'a moved time, named in UTC',
    calendar(
      ...event(...DAILY),
      ...event('RECURRENCE-ID:20261203T140000Z', 'DTSTART:20261203T150000Z', 'DTEND:20261203T160000Z'),
    ),
    [...at('02'), '12-03T15:00/12-03T16:00', ...at('04', '05')],
  ],
  [
    'a moved time, named by its day',
    calendar(
      ...event(...DAILY),
      ...event('RECURRENCE-ID;VALUE=DATE:20261203', 'DTSTART:20261203T150000Z', 'DTEND:20261203T160000Z'),
    ),
    [...at('02'), '12-03T15:00/12-03T16:00', ...at('04', '05')],
  ],
  [
    'a canceled time of a series',
    calendar(
      ...event(...DAILY),
      ...event(
        'RECURRENCE-ID:20261203T140000Z',
        'DTSTART:20261203T140000Z',
        'DURATION:PT1H',
        'STATUS:CANCELLED',
      ),
    ),
    at('02', '04', '05'),
  ],
  [
    'this and all later times',
    calendar(
      ...event(...DAILY),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20261204T140000Z',
        'DTSTART:20261204T160000Z',
        'DTEND:20261204T180000Z',
      ),
    ),
    [...at('02', '03'), '12-04T16:00/12-04T18:00', '12-05T16:00/12-05T18:00'],
  ],
  [
    'this and all later times, twice',
    calendar(
      ...event(...DAILY),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20261203T140000Z',
        'DTSTART:20261203T160000Z',
        'DTEND:20261203T170000Z',
      ),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20261204T140000Z',
        'DTSTART:20261204T180000Z',
        'DTEND:20261204T190000Z',
      ),
    ),
    [...at('02'), '12-03T16:00/12-03T17:00', '12-04T18:00/12-04T19:00', '12-05T18:00/12-05T19:00'],
  ],
  [
    'this and all later times, without a zone in a series of another zone',
    calendar(
      ...event(
        'DTSTART;TZID=Europe/Paris:20261202T150000',
        'DTEND;TZID=Europe/Paris:20261202T160000',
        'RRULE:FREQ=DAILY;COUNT=3',
      ),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20261203T150000',
        'DTSTART:20261203T160000Z',
        'DTEND:20261203T170000Z',
      ),
    ),
    [...at('02'), '12-03T16:00/12-03T17:00', '12-04T16:00/12-04T17:00'],
  ],
  [
    'this and all later times, shown as free',
    calendar(
      ...event(...DAILY),
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20261204T140000Z',
        'DTSTART:20261204T140000Z',
        'DTEND:20261204T150000Z',
        'TRANSP:TRANSPARENT',
      ),
    ),
    at('02', '03'),
  ],
  [
    'a changed time without its series',
    calendar(
      ...event('RECURRENCE-ID:20261203T140000Z', 'DTSTART:20261203T150000Z', 'DTEND:20261203T160000Z'),
    ),
    ['12-03T15:00/12-03T16:00'],
  ],
  [
    'a change in a second calendar of the file',
    `${calendar(...event(...DAILY))}\r\n${calendar(
      ...event('RECURRENCE-ID:20261203T140000Z', 'DTSTART:20261206T140000Z', 'DURATION:PT1H'),
    )}`,
    at('02', '04', '05', '06'),
  ],
  ['RDATE as a day of a series of hours', calendar(...event(NINE, TEN, 'RDATE:20261210')), at('02', '10')],
  [
    'RDATE as a day of a series in UTC',
    calendar(...event('DTSTART:20261202T140000Z', 'DURATION:PT1H', 'RDATE;VALUE=DATE:20261210')),
    at('02', '10'),
  ],
  [
    'days with EXDATE as midnight in UTC',
    calendar(...event('DTSTART;VALUE=DATE:20261202', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261203T000000Z')),
    [day('02', '03'), day('04', '05')],
  ],
  [
    'days with EXDATE as midnight in their zone',
    calendar(
      ...event(
        'DTSTART;VALUE=DATE:20261202',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE;TZID=America/New_York:20261203T000000',
      ),
    ),
    [day('02', '03'), day('04', '05')],
  ],
  [
    'a moved day, named by midnight in UTC',
    calendar(
      ...event('DTSTART;VALUE=DATE:20261202', 'RRULE:FREQ=DAILY;COUNT=3'),
      ...event('RECURRENCE-ID:20261203T000000Z', 'DTSTART;VALUE=DATE:20261208'),
    ),
    [day('02', '03'), day('04', '05'), day('08', '09')],
  ],
  // Free
  ['transparent', calendar(...event(NINE, TEN, 'TRANSP:TRANSPARENT')), []],
  ['canceled', calendar(...event(NINE, TEN, 'STATUS:CANCELLED')), []],
  ['canceled, as Americans write it', calendar(...event(NINE, TEN, 'STATUS:Canceled')), []],
  ['a calendar of cancellations', calendar('METHOD:CANCEL', ...event(NINE, TEN)), []],
  [
    'a series that a second calendar of the file cancels',
    `${calendar(...event(...DAILY, 'SEQUENCE:1'))}\r\n${calendar('METHOD:Cancel', ...event(NINE, TEN, 'SEQUENCE:2'))}`,
    [],
  ],
  [
    'a series that was sent again after it was canceled',
    `${calendar(...event(...DAILY, 'SEQUENCE:3'))}\r\n${calendar('METHOD:CANCEL', ...event(NINE, TEN, 'SEQUENCE:2'))}`,
    at('02', '03', '04', '05'),
  ],
  [
    'an event without a UID beside a cancellation without one',
    `${calendar('BEGIN:VEVENT', NINE, TEN, 'END:VEVENT')}\r\n${calendar(
      'METHOD:CANCEL',
      ...['BEGIN:VEVENT', 'DTSTART:20261204T140000Z', 'DURATION:PT1H', 'END:VEVENT'],
    )}`,
    at('02'),
  ],
  [
    'a time of a series that a second calendar of the file cancels',
    `${calendar(...event(...DAILY))}\r\n${calendar(
      'METHOD:CANCEL',
      ...event('RECURRENCE-ID:20261203T140000Z', 'DTSTART:20261203T140000Z', 'DURATION:PT1H'),
    )}`,
    at('02', '04', '05'),
  ],
  ['tentative', calendar(...event(NINE, TEN, 'STATUS:TENTATIVE')), at('02')],
  ['Outlook, shown as free', calendar(...event(NINE, TEN, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE')), []],
  ['Outlook, out of office', calendar(...event(NINE, TEN, 'X-MICROSOFT-CDO-BUSYSTATUS:OOF')), at('02')],
  [
    'an invitation that the owner declined',
    calendar(
      ...event(
        NINE,
        TEN,
        'ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b.test',
        'ATTENDEE;CN=Nora;PARTSTAT=DECLINED:mailto:Nora@Example.test',
      ),
    ),
    [],
  ],
  [
    'an invitation that another declined',
    calendar(
      ...event(
        NINE,
        TEN,
        'ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.test',
        'ATTENDEE;PARTSTAT=ACCEPTED:mailto:nora@example.test',
      ),
    ),
    at('02'),
  ],
  [
    'a declined invitation in a calendar with its owner’s address',
    calendar(
      'X-WR-CALNAME:Nora@Home.test',
      ...event(NINE, TEN, 'ATTENDEE;PARTSTAT=declined:mailto:nora@home.test', 'ATTENDEE:mailto:a@b.test'),
    ),
    [],
  ],
  [
    'the only guest declined the owner’s own meeting',
    calendar(
      ...event(NINE, TEN, 'ORGANIZER:mailto:nora@example.test', 'ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.test'),
    ),
    at('02'),
  ],
  [
    'the only guest declined, of whom nobody knows whether they are the owner',
    calendar(
      ...event(NINE, TEN, 'ORGANIZER:mailto:a@b.test', 'ATTENDEE;PARTSTAT=DECLINED:mailto:nora@work.test'),
    ),
    at('02'),
  ],
  [
    'the only person of the only meeting declined',
    calendar(...event(NINE, TEN, 'ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.test')),
    at('02'),
  ],
  [
    'one of two people declined who take part in all meetings',
    calendar(
      ...['ORGANIZER:mailto:c@d.test', 'ORGANIZER:mailto:a@b.test'].flatMap((organizer) =>
        event(
          NINE,
          TEN,
          organizer,
          'ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.test',
          'ATTENDEE;PARTSTAT=ACCEPTED:mailto:c@d.test',
        ),
      ),
    ),
    at('02'),
  ],
  [
    'the owner declined, by the address that all meetings have in common',
    calendar(
      ...event(NINE, TEN, 'ORGANIZER:mailto:a@b.test', 'ATTENDEE;PARTSTAT=DECLINED:mailto:nora@work.test'),
      ...event(
        'DTSTART:20261204T140000Z',
        'DURATION:PT1H',
        'ORGANIZER:mailto:Nora@Work.test',
        'ATTENDEE:mailto:c@d.test',
      ),
    ),
    at('04'),
  ],
  [
    'the guests of two own meetings declined',
    calendar(
      ...event(NINE, TEN, 'ORGANIZER:mailto:nora@work.test', 'ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.test'),
      ...event(
        'DTSTART:20261204T140000Z',
        'DURATION:PT1H',
        'ORGANIZER:mailto:nora@work.test',
        'ATTENDEE;PARTSTAT=DECLINED:mailto:c@d.test',
      ),
    ),
    at('02', '04'),
  ],
  [
    'the free-busy times of Exchange',
    calendar(
      'BEGIN:VFREEBUSY',
      'DTSTART:20261201T000000Z',
      'DTEND:20261231T000000Z',
      'FREEBUSY;FBTYPE=BUSY:20261202T140000Z/20261202T150000Z,20261203T140000Z/PT1H',
      'FREEBUSY;FBTYPE=FREE:20261204T140000Z/20261204T150000Z',
      'FREEBUSY:20261205T140000Z/20261205T150000Z',
      'FREEBUSY:20261206T140000Z/soon',
      'END:VFREEBUSY',
    ),
    { busy: at('02', '03', '05', '06'), unread: 1 },
  ],
  ['our own booking', calendar('BEGIN:VEVENT', 'UID:booking-7@tendwell.test', NINE, TEN, 'END:VEVENT'), []],
  [
    'a to-do and a note',
    calendar(
      'BEGIN:VTODO',
      'UID:t',
      'DUE:20261202T140000Z',
      'END:VTODO',
      'BEGIN:VJOURNAL',
      'UID:j',
      'END:VJOURNAL',
    ),
    [],
  ],
  [
    'an alarm inside',
    calendar(...event(NINE, TEN, 'BEGIN:VALARM', 'TRIGGER:-PT15M', 'ACTION:DISPLAY', 'END:VALARM')),
    at('02'),
  ],
  // Damage
  ['a byte order mark', `\uFEFF${calendar(...event(NINE, TEN))}`, at('02')],
  ['lines that end with a line feed', calendar(...event(NINE, TEN)).replaceAll('\r\n', '\n'), at('02')],
  ['lines that end with a carriage return', calendar(...event(NINE, TEN)).replaceAll('\r\n', '\r'), at('02')],
  ['empty lines', calendar(...event(NINE, TEN)).replaceAll('\r\n', '\r\n\r\n'), at('02')],
  ['zero bytes', calendar(...event(NINE.replace('2026', '20\0' + '26'), TEN)), at('02')],
  ['a folded line', calendar(...event(NINE.replace('2026', '2026\r\n '), TEN)), at('02')],
  [
    'a place that goes on in the next line without a space',
    calendar(
      ...event('LOCATION:5 Main Street', 'Apartment 4', NINE, TEN),
      ...event('DTSTART:20261204T140000Z', 'DTEND:20261204T150000Z'),
    ),
    at('02', '04'),
  ],
  [
    'a note that looks like a property',
    calendar(...event('DESCRIPTION:Call', 'Phone: 212', NINE, TEN)),
    at('02'),
  ],
  ['an event without a UID', calendar('BEGIN:VEVENT', NINE, TEN, 'END:VEVENT'), at('02')],
  [
    'a start that is no time, beside a good event',
    calendar(
      ...event('DTSTART:tomorrow', TEN),
      ...event('DTSTART:20261204T140000Z', 'DTEND:20261204T150000Z'),
    ),
    { busy: at('04'), unread: 1 },
  ],
  ['no start', calendar(...event('SUMMARY:When?'), ...event(NINE, TEN)), { busy: at('02'), unread: 1 }],
  [
    'an end before the start',
    calendar(...event('DTSTART:20261202T150000Z', 'DTEND:20261202T140000Z')),
    { busy: ['12-02T15:00/12-02T16:00'], unread: 1 },
  ],
  ['an end that is none', calendar(...event(NINE, 'DTEND:None')), { busy: at('02'), unread: 1 }],
  [
    'a day whose end is none',
    calendar(...event('DTSTART:20261209', 'DTEND:None')),
    { busy: [day('09', '10')], unread: 1 },
  ],
  [
    'an end in a month that is none',
    calendar(...event(NINE, 'DTEND:20261302T100000')),
    { busy: at('02'), unread: 1 },
  ],
  ['a duration that is none', calendar(...event(NINE, 'DURATION:long')), { busy: at('02'), unread: 1 }],
  [
    'ends that are none, of a series',
    calendar(...event(NINE, 'DTEND:None', 'RRULE:FREQ=DAILY;COUNT=2')),
    { busy: at('02', '03'), unread: 1 },
  ],
  [
    'a rule that is none',
    calendar(
      ...event(NINE, TEN, 'RRULE:FREQ=SOMETIMES'),
      ...event('DTSTART:20261204T140000Z', 'DTEND:20261204T150000Z'),
    ),
    { busy: at('02', '04'), unread: 1 },
  ],
  ['a rule of words', calendar(...event(NINE, TEN, 'RRULE:every day')), { busy: at('02'), unread: 1 }],
  ['COUNT=0', calendar(...event(NINE, TEN, 'RRULE:FREQ=DAILY;COUNT=0')), { busy: at('02'), unread: 1 }],
  ['COUNT=-1', calendar(...event(NINE, TEN, 'RRULE:FREQ=DAILY;COUNT=-1')), { busy: at('02'), unread: 1 }],
  [
    'a rule in small letters',
    calendar(...event(NINE, TEN, 'RRULE:freq=weekly; byday=we,fr; count=3')),
    at('02', '04', '09'),
  ],
  [
    'EXDATE that is none',
    calendar(...event(...DAILY, 'EXDATE:oops')),
    { busy: at('02', '03', '04', '05'), unread: 1 },
  ],
  [
    'EXDATE of which one is none',
    calendar(...event(...DAILY, 'EXDATE;TZID=America/New_York:20261203T090000,20261235T090000')),
    { busy: at('02', '04', '05'), unread: 1 },
  ],
  ['RDATE that is none', calendar(...event(NINE, TEN, 'RDATE:later')), { busy: at('02'), unread: 1 }],
  [
    'RECURRENCE-ID that is none',
    calendar(
      ...event(...DAILY),
      ...event('RECURRENCE-ID:third', 'DTSTART:20261207T140000Z', 'DURATION:PT1H'),
    ),
    { busy: at('02', '03', '04', '05', '07'), unread: 1 },
  ],
  [
    'a start on a day that December does not have',
    calendar(...event('DTSTART:20261232T140000Z', 'DURATION:PT1H'), ...event(NINE, TEN)),
    { busy: at('02'), unread: 1 },
  ],
  [
    'a start in a month that is none',
    calendar(...event('DTSTART;VALUE=DATE:20261302'), ...event(NINE, TEN)),
    { busy: at('02'), unread: 1 },
  ],
  [
    'starts at an hour, a minute and a second that are none',
    calendar(
      ...['250000', '146100', '140061'].flatMap((time) =>
        event(`DTSTART:20261204T${time}Z`, 'DURATION:PT1H'),
      ),
      ...event(NINE, TEN),
    ),
    { busy: at('02'), unread: 3 },
  ],
  [
    'midnight as the end of a day',
    calendar(
      ...event(
        'DTSTART;TZID=America/New_York:20261209T000000',
        'DTEND;TZID=America/New_York:20261209T240000',
      ),
    ),
    [day('09', '10')],
  ],
  [
    'a line of an event that is none',
    calendar(...event(NINE, TEN, 'RRULE;X=":FREQ=DAILY')),
    { busy: at('02'), unread: 1 },
  ],
  [
    'an end whose line is none',
    calendar(...event(NINE, 'DTEND;X=":20261202T110000')),
    { busy: at('02'), unread: 1 },
  ],
  [
    'a file that was cut off',
    calendar(...event(NINE, TEN), ...event('DTSTART:20261204T140000Z', 'DTEND:20261204T150000Z')).slice(
      0,
      -60,
    ),
    { busy: at('02'), unread: 1 },
  ],
  [
    'a file that was cut off between two events',
    calendar(...event(NINE, TEN)).replace('\r\nEND:VCALENDAR', ''),
    { busy: at('02'), unread: 1 },
  ],
  [
    'an event without its end before a good one',
    calendar('BEGIN:VEVENT', 'UID:b', NINE, ...event('DTSTART:20261204T140000Z', 'DTEND:20261204T150000Z')),
    { busy: at('04'), unread: 1 },
  ],
  [
    'a zone without its end',
    calendar(...zone('Custom', '-0500', '-0400').slice(0, -1), ...event(NINE, TEN)),
    at('02'),
  ],
  ['an end that nothing began', calendar(...event(NINE, 'END:VALARM', TEN)), at('02')],
  ['an alarm without its end', calendar(...event(NINE, TEN, 'BEGIN:VALARM', 'TRIGGER:-PT15M')), at('02')],
  [
    'two calendars in a file',
    `${calendar(...event(NINE, TEN))}\r\n${calendar(...event('DTSTART:20261204T140000Z', 'DURATION:PT1H'))}`,
    at('02', '04'),
  ],
]

describe('a calendar is read as its app means it', () => {
  it.each(CORPUS)('%s', (_form, text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it('in more than 140 forms', () => {
    expect(CORPUS.length).toBeGreaterThan(140)
  })
})

it('keeps every other event when one is mangled, and counts what it loses', () => {
  const good = Array.from({ length: 3 }, (_, index) =>
    [
      'BEGIN:VEVENT',
      `UID:good-${index}`,
      `DTSTART:2026121${index}T140000Z`,
      `DTEND:2026121${index}T150000Z`,
      'END:VEVENT',
    ].join('\r\n'),
  )
  const kept = at('10', '11', '12')
  const texts = CORPUS.flatMap(([, text]) => /BEGIN:VEVENT[\s\S]*?END:VEVENT/.exec(text) ?? [])
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.nat(),
      fc.nat(40),
      fc.string({ maxLength: 6 }),
      (text, place, length, inserted) => {
        // The lines that begin and end it stay: without them it is no event of its own.
        const [first = '', ...rest] = text.split('\r\n')
        const inner = rest.slice(0, -1).join('\r\n')
        const start = place % (inner.length + 1)
        const mangled = inner.slice(0, start) + inserted + inner.slice(start + length)
        if (/(BEGIN|END)\s*:/i.test(mangled.replace(/(BEGIN|END):VALARM/g, ''))) return
        const found = read(
          calendar(...good.slice(0, 2), `${first}\r\n${mangled}\r\nEND:VEVENT`, ...good.slice(2)),
        )
        expect(typeof found, `${found}`).toBe('object')
        const busy: string[] = Array.isArray(found) ? found : (found as { busy: string[] }).busy
        const covers = (time: string) => {
          const [from = '', to = ''] = time.split('/')
          return busy.some((one) => one.slice(0, 11) <= from && one.slice(12) >= to)
        }
        expect(kept.filter((time) => !covers(time))).toEqual([])
      },
    ),
    { numRuns: countRuns(100) },
  )
})
