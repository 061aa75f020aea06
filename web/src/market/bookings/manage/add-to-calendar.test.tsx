import type { Booking } from '@tendwell/contract/bookings/bookings'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { booking } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, server } from '../../../../test/server.ts'
import { AddToCalendar } from './add-to-calendar.tsx'

const file = 'BEGIN:VCALENDAR\r\nSUMMARY:Care with Zoë L.\r\nEND:VCALENDAR\r\n'

afterEach(() => void vi.restoreAllMocks())

function openAction(changes: Partial<Booking['windows'][number]> = {}) {
  const windows = booking.windows.map((window) => ({ ...window, ...changes })) as Booking['windows']
  return renderPage(<AddToCalendar booking={{ ...booking, windows }} viewer="caretaker" />, {
    session: sessionOf(family),
  })
}

it('saves the booking’s calendar file as the server made it', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL')
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const tokens: (string | null)[] = []
  server.use(
    http.get('/api/requests/12/calendar.ics', ({ request }) => {
      tokens.push(request.headers.get('authorization'))
      return new HttpResponse(file, { headers: { 'content-type': 'text/calendar; charset=utf-8' } })
    }),
  )
  const { press } = openAction()
  await press('Add to calendar')
  await waitFor(() => expect(names).toEqual(['booking-12.ics']))
  expect(tokens).toEqual([`Bearer ${sessionOf(family).token}`])
  const blob = saved.mock.calls[0]?.[0] as Blob
  expect(blob.type).toBe('text/calendar;charset=utf-8')
  expect(blob.size).toBe(new TextEncoder().encode(file).length)
})

it('says what went wrong', async () => {
  answer('get /api/requests/12/calendar.ics', {}, 500)
  const { press } = openAction()
  await press('Add to calendar')
  await expectToast('Failed to make the calendar file')
})

it('links to Google Calendar with the only visit filled in', () => {
  const [visit] = booking.windows as [Booking['windows'][number]]
  renderPage(<AddToCalendar booking={{ ...booking, windows: [visit] }} viewer="caretaker" />)
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Add to Google Calendar' })
  const { host, searchParams } = new URL(link.href)
  expect(host).toBe('calendar.google.com')
  const toBasic = (instant: string) => instant.replace(/[-:]|\.000/g, '')
  expect(searchParams.get('dates')).toBe(`${toBasic(visit.start_utc)}/${toBasic(visit.end_utc)}`)
  expect(searchParams.get('text')).toMatch(/^Care with /)
  expect(searchParams.get('details')).toContain(`/bookings/${booking.request_id}`)
})

it('links to no single visit where there are several', () => {
  const [visit] = booking.windows as [Booking['windows'][number]]
  const next = { ...visit, start_utc: '2027-12-24T09:00:00Z', end_utc: '2027-12-24T10:00:00Z' }
  renderPage(<AddToCalendar booking={{ ...booking, windows: [visit, next] }} viewer="caretaker" />)
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
})

it.each(['canceled', 'completed'] as const)('is not offered for a %s booking', (state) => {
  openAction({ state })
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
