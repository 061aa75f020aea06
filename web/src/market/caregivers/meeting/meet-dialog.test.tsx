import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { monday, ownCaretakerProfile, publicCaregiver } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { meeting } from '../../../../test/meetings.ts'
import { caregiver, family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites, server } from '../../../../test/server.ts'
import { MeetAction } from './meet-action.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

const times = ['2026-06-03T13:00:00Z', '2026-06-03T13:15:00Z'].map((start_utc, index) => ({
  start_utc,
  end_utc: `2026-06-03T13:${30 + index * 15}:00Z`,
}))

function openDialog(profile: object = ownCaretakerProfile) {
  answer('get /api/auth/caretaker/profile/', profile)
  const queries: Record<string, string>[] = []
  server.use(
    http.get('*/api/requests/meetings/times/', ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams))
      return HttpResponse.json({ times })
    }),
  )
  const page = renderPage(<MeetAction caregiver={publicCaregiver} />, {
    route: '/caregivers/2?meet=first',
    session: sessionOf(family),
  })
  return { queries, ...page }
}

const chooseTime = async (press: (name: RegExp) => Promise<void>) => {
  await press(/June 3\b/)
  await press(/9:15/)
}

it('asks for a video call of 30 minutes at a chosen time', async () => {
  const { queries, press, fill } = openDialog()
  await screen.findByRole('dialog', { name: 'Meet Nora first' })
  await press('Ask to meet')
  expect(await screen.findByText('Choose a time')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('region', { name: 'Times' })).toHaveFocus())
  expect(sentWrites()).toEqual([])
  await chooseTime(press)
  expect(queries).toEqual([{ caregiver_id: '2', minutes: '30', timezone: 'America/New_York' }])
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

it('wants a place for a meeting in person, and another time where the chosen one is taken or doesn’t fit', async () => {
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
  expect(await screen.findByRole('button', { name: /9:15/, pressed: true })).toBeInTheDocument()
  answer('get /api/requests/meetings/times/', { times: times.slice(0, 1) })
  await user.click(dialog.getByRole('radio', { name: '30 minutes' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /9:15/ })).not.toBeInTheDocument())
  await press('Ask to meet')
  expect(await screen.findByText('Choose a time')).toBeInTheDocument()
})

it('asks for the number of a family that has none as it chooses a phone call, and keeps the time after a refusal', async () => {
  const { press, user, fill } = openDialog({ ...ownCaretakerProfile, phone_number: '' })
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByLabelText('Your phone number')).not.toBeInTheDocument()
  await user.click(dialog.getByRole('radio', { name: /Phone/ }))
  await chooseTime(press)
  await press('Ask to meet')
  expect(await screen.findByText('Enter your phone number')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
  await fill('Your phone number', '212 555 0142')
  answer('put /api/auth/caretaker/profile/', { phone_number: ['Enter a valid phone number'] }, 400)
  await press('Ask to meet')
  expect(await screen.findByText('Enter a valid phone number')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /9:15/, pressed: true })).toBeInTheDocument()
  answer('put /api/auth/caretaker/profile/', ownCaretakerProfile)
  answer('get /api/auth/caretaker/profile/', ownCaretakerProfile)
  answer('post /api/requests/meetings/', meeting, 201)
  await press('Ask to meet')
  await expectToast('We’ve asked Nora to meet you')
  expect(sentWrites()).toEqual([
    'PUT /api/auth/caretaker/profile/',
    'PUT /api/auth/caretaker/profile/',
    'POST /api/requests/meetings/',
  ])
  expect(lastBody()).toMatchObject({ way: 'phone' })
  expect(lastBody()).not.toHaveProperty('phone_number')
})

it('sends a visitor to the login, and back to the dialog', () => {
  renderPage(<MeetAction caregiver={publicCaregiver} />, { route: '/caregivers/2' })
  expect(screen.getByRole('link', { name: 'Meet First' })).toHaveAttribute(
    'href',
    '/login?next=%2Fcaregivers%2F2%3Fmeet%3Dfirst',
  )
})
