import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectEnabled, expectToast } from '../../../../test/expect.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { WaitForHours } from './wait-for-hours.tsx'

const BUTTON = 'Tell me when hours become free'
const wait = { id: 5, caregiver_id: 2, caregiver_name: 'Nora Lind', date: '2026-06-04' }

const open = () =>
  renderPage(<WaitForHours caregiverId={2} date="2026-06-04" zone="America/New_York" />, {
    route: '/caregiver/2/book',
    session: sessionOf(family),
  })

/** It can be pressed once it is known whether the family waits already. */
const expectReady = () => expectEnabled(BUTTON)

it('waits for a full day, and ends the wait', async () => {
  answer('get /api/availability/waitlist/', { waits: [{ ...wait, id: 4, date: '2026-06-05' }] })
  answer('post /api/availability/waitlist/', wait, 201)
  answer('delete /api/availability/waitlist/5/', {})
  const { press } = open()
  await expectReady()
  answer('get /api/availability/waitlist/', { waits: [wait] })
  await press(BUTTON)
  expect(await screen.findByText('We’ll tell you once, as soon as hours become free.')).toBeInTheDocument()
  expect(lastBody()).toEqual({ caregiver_id: 2, date: '2026-06-04', timezone: 'America/New_York' })
  answer('get /api/availability/waitlist/', { waits: [] })
  await press('Don’t tell me')
  await expectReady()
  expect(sentWrites()).toEqual(['POST /api/availability/waitlist/', 'DELETE /api/availability/waitlist/5/'])
})

it('says why it can’t wait', async () => {
  const detail = 'This day has free hours. Please choose them'
  answer('get /api/availability/waitlist/', { waits: [] })
  answer('post /api/availability/waitlist/', { detail, code: 'conflict' }, 409)
  const { press } = open()
  await expectReady()
  await press(BUTTON)
  await expectToast(detail)
})
