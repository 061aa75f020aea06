import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { monday, publicCaregiver } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { meeting } from '../../../../test/meetings.ts'
import { caregiver, family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { MeetAction } from './meet-action.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

const times = ['2026-06-03T13:00:00Z', '2026-06-03T13:15:00Z'].map((start_utc, index) => ({
  start_utc,
  end_utc: `2026-06-03T13:${30 + index * 15}:00Z`,
}))

function openDialog() {
  answer('get /api/availability/month/', { days: { '2026-06-03': 2 }, full: [] })
  answer('get /api/requests/meetings/times/', { times })
  return renderPage(<MeetAction caregiver={publicCaregiver} />, {
    route: '/caregivers/2?meet=first',
    session: sessionOf(family),
  })
}

const chooseTime = async (press: (name: RegExp) => Promise<void>) => {
  await press(/June 3\b/)
  await press(/9:15/)
}

it('asks for a video call of 30 minutes at a chosen time', async () => {
  const { press, fill } = openDialog()
  await screen.findByRole('dialog', { name: 'Meet Nora first' })
  await press('Ask to meet')
  expect(await screen.findByText('Choose a time')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
  await chooseTime(press)
  await fill(/Note/, 'We have twins.')
  answer('post /api/requests/meetings/', meeting, 201)
  await press('Ask to meet')
  await expectToast('We’ve asked Nora to meet you')
  expect(lastBody()).toEqual({
    caregiver_id: caregiver.id,
    start_utc: '2026-06-03T13:15:00Z',
    minutes: 30,
    timezone: 'America/New_York',
    way: 'video',
    place: '',
    note: 'We have twins.',
  })
})

it('wants a place for a meeting in person, and another time after one was taken or another length', async () => {
  const { press, user, fill } = openDialog()
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /In person/ }))
  await chooseTime(press)
  await press('Ask to meet')
  expect(await screen.findByText('Enter where to meet')).toBeInTheDocument()
  await fill(/Where/, 'The café at the park')
  answer(
    'post /api/requests/meetings/',
    { detail: 'This time is no longer free. Please choose another' },
    409,
  )
  await press('Ask to meet')
  await expectToast('This time is no longer free. Please choose another')
  expect(await screen.findByRole('button', { name: /9:15/, pressed: false })).toBeInTheDocument()
  await press(/9:15/)
  await user.click(dialog.getByRole('radio', { name: '15 minutes' }))
  expect(await screen.findByRole('button', { name: /9:15/, pressed: false })).toBeInTheDocument()
})

it('sends a visitor to the login, and back to the dialog', () => {
  renderPage(<MeetAction caregiver={publicCaregiver} />, { route: '/caregivers/2' })
  expect(screen.getByRole('link', { name: 'Meet First' })).toHaveAttribute(
    'href',
    '/login?next=%2Fcaregivers%2F2%3Fmeet%3Dfirst',
  )
})
