import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { rule } from '../../../../test/availability.ts'
import { expectToast } from '../../../../test/expect.ts'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, listOf } from '../../../../test/server.ts'
import { BookingRules } from './booking-rules.tsx'

const none = { notice_hours: 0, minimum_visit_minutes: 0, meeting_hours: 'bookable' }

beforeEach(() => answer('get /api/availability/rules/', listOf([rule])))

const open = (canEdit: boolean) =>
  renderPage(<BookingRules mark={() => undefined} canEdit={canEdit} />, {
    route: '/caregiver/availability',
    session: sessionOf(caregiver),
  })

it('saves the notice, the shortest visit and when families can meet', async () => {
  answer('get /api/availability/settings/', none)
  const { press, user } = open(true)
  await user.click(await screen.findByRole('button', { name: /No notice.*Minimum notice/ }))
  await user.click(screen.getByRole('option', { name: '3 days' }))
  await user.click(screen.getByRole('button', { name: /Any length.*Shortest visit/ }))
  await user.click(screen.getByRole('option', { name: '2.5 hours' }))
  await user.click(screen.getByRole('button', { name: /In my bookable hours.*First meetings/ }))
  await user.click(screen.getByRole('option', { name: 'Any day, 8 AM to 8 PM' }))
  const settings = { notice_hours: 72, minimum_visit_minutes: 150, meeting_hours: 'daytime' }
  answer('put /api/availability/settings/', settings)
  await press('Save rules')
  await expectToast('Booking rules saved')
  expect(lastBody()).toEqual(settings)
})

it('shows the rules without a form to those who can’t change them', async () => {
  answer('get /api/availability/settings/', {
    notice_hours: 24,
    minimum_visit_minutes: 60,
    meeting_hours: 'daytime',
  })
  open(false)
  expect(await screen.findByText('24 hours')).toBeInTheDocument()
  expect(screen.getByText('1 hour')).toBeInTheDocument()
  expect(screen.getByText('Any day, 8 AM to 8 PM')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Save rules' })).not.toBeInTheDocument()
})

it('points a caregiver who works at night to meetings by day', async () => {
  answer('get /api/availability/settings/', none)
  const night = { ...rule, start: '21:00', end: '06:00', ends_next_day: true }
  answer('get /api/availability/rules/', listOf([night]))
  const { user } = open(true)
  const line = 'Your hours are at night. Most families like to talk by day.'
  expect(await screen.findByText(line)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /First meetings/ }))
  await user.click(screen.getByRole('option', { name: 'Any day, 8 AM to 8 PM' }))
  expect(screen.queryByText(line)).not.toBeInTheDocument()
})
