import { expect, it } from 'vitest'
import { toGoogleCalendarUrl } from './google.ts'

const event = {
  title: 'Care with Zoë L. & co',
  startMs: Date.parse('2026-12-15T14:00:00Z'),
  endMs: Date.parse('2026-12-15T16:30:00Z'),
  details: 'View on Tendwell: https://tendwell.test/bookings/12',
  location: '12 Elm Street, New York',
}

it('links to Google Calendar with the event filled in, in UTC', () => {
  const url = new URL(toGoogleCalendarUrl(event))
  expect(url.origin + url.pathname).toBe('https://calendar.google.com/calendar/render')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: event.title,
    dates: '20261215T140000Z/20261215T163000Z',
    details: event.details,
    location: event.location,
  })
})

it('leaves out a place that is not known', () => {
  expect(toGoogleCalendarUrl({ ...event, location: null })).not.toContain('location')
})
