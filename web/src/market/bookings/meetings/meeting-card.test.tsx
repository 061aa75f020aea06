import type { Meeting } from '@tendwell/contract/bookings/meetings'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { monday } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { meeting } from '../../../../test/meetings.ts'
import { caregiver, family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites } from '../../../../test/server.ts'
import { WithMeetings } from './with-meetings.tsx'

const path = 'patch /api/requests/meetings/5/'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

/** The one card in a list of a side. */
async function openCard(viewer: 'caregiver' | 'caretaker', changes: Partial<Meeting> = {}, canAccept = true) {
  answer('get /api/requests/meetings/', listOf([{ ...meeting, ...changes }]))
  const page = renderPage(
    <WithMeetings viewer={viewer} when="waiting" canAccept={canAccept}>
      {(hasMeetings) => (hasMeetings ? null : 'No requests')}
    </WithMeetings>,
    { session: sessionOf(viewer === 'caregiver' ? caregiver : family) },
  )
  const card = within(await screen.findByRole('article'))
  return { ...page, card, names: () => card.queryAllByRole('button').map(({ textContent }) => textContent) }
}

it('lets a caregiver accept a video call with the link of the last one', async () => {
  const { press, card } = await openCard('caregiver', { video_link: 'https://video.example.com/nora' })
  expect(card.getByText('Video call, 30 minutes')).toBeInTheDocument()
  expect(card.getByText('We have twins.')).toBeInTheDocument()
  expect(card.queryByRole('link', { name: 'Join call' })).not.toBeInTheDocument()
  expect(screen.queryByText('No requests')).not.toBeInTheDocument()
  await press('Accept')
  answer(path, { ...meeting, status: 'accepted' })
  await press('Accept meeting')
  await expectToast('Meeting accepted')
  expect(lastBody()).toEqual({ status: 'accepted', video_link: 'https://video.example.com/nora' })
})

it('asks for a link that is https before it sends anything', async () => {
  const { press, fill } = await openCard('caregiver')
  await press('Accept')
  await press('Accept meeting')
  expect(await screen.findByText('Add the link of the video call')).toBeInTheDocument()
  await fill(/Video link/, 'http://example.com')
  expect(await screen.findByText('Enter a link that begins with https://')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('lets a caregiver accept a phone call at once, and decline with a reason', async () => {
  const { press, choose } = await openCard('caregiver', { way: 'phone' })
  answer(path, { ...meeting, way: 'phone', status: 'accepted' })
  await press('Accept')
  await expectToast('Meeting accepted')
  expect(lastBody()).toEqual({ status: 'accepted' })
  await press('Decline')
  await choose('Reason', 'It’s too soon for me')
  answer(path, { ...meeting, status: 'declined' })
  await press('Decline meeting')
  await expectToast('Meeting declined')
  expect(lastBody()).toEqual({ status: 'declined', reason: 'short_notice' })
})

it('leads with the call from 15 minutes before it', async () => {
  const link = 'https://video.example.com/nora'
  const soon = { start_utc: '2026-06-01T12:14:00Z', end_utc: '2026-06-01T12:44:00Z' }
  const { card } = await openCard('caregiver', { status: 'accepted', video_link: link, ...soon })
  expect(card.getByRole('link', { name: 'Join call' })).toHaveAttribute('href', link)
  expect(card.getByRole('link', { name: 'Join call' })).toHaveClass('bg-forest')
})

it('shows the family the link and the number once they are given, and asks before it cancels', async () => {
  const link = 'https://video.example.com/nora'
  const { press, card } = await openCard('caretaker', { status: 'accepted', video_link: link })
  expect(card.getByRole('link', { name: 'Join call' })).toHaveAttribute('href', link)
  expect(card.getByRole('link', { name: 'Join call' })).not.toHaveClass('bg-forest')
  expect(card.getByText('You both join with the link.')).toBeInTheDocument()
  await press('Cancel meeting')
  expect(sentWrites()).toEqual([])
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel this meeting?' }))
  answer(path, { ...meeting, status: 'canceled' })
  dialog.getByRole('button', { name: 'Cancel meeting' }).click()
  await expectToast('Meeting canceled')
  expect(lastBody()).toEqual({ status: 'canceled' })
})

const over = { start_utc: '2026-06-01T09:00:00Z', end_utc: '2026-06-01T09:30:00Z' }
it.each<[string, 'caregiver' | 'caretaker', Partial<Meeting>, string, string[], string | null]>([
  [
    'asked, to the family',
    'caretaker',
    {},
    'Waiting for Nora Lind. They can answer until Jun 3, 2026, 9:00 AM. The time is held for you until they do.',
    ['Cancel meeting'],
    null,
  ],
  ['begun without an answer', 'caregiver', over, 'You didn’t answer in time.', [], null],
  [
    'lapsed, to the family',
    'caretaker',
    { ...over, status: 'lapsed' },
    'Nora Lind didn’t answer in time.',
    [],
    'Choose another time',
  ],
  ['over', 'caretaker', { ...over, status: 'accepted' }, 'This meeting is over.', [], 'Book Nora'],
  [
    'over with someone who is gone',
    'caretaker',
    { ...over, status: 'accepted', is_caregiver_listed: false },
    'This meeting is over.',
    [],
    null,
  ],
  ['over, to the caregiver', 'caregiver', { ...over, status: 'accepted' }, 'This meeting is over.', [], null],
  [
    'declined',
    'caretaker',
    { status: 'declined', decline_reason: 'hours' },
    'Nora Lind declined: these hours don’t suit.',
    [],
    'Choose another time',
  ],
  [
    'canceled by the other',
    'caretaker',
    { status: 'canceled', canceled_by: 'caregiver' },
    'Nora Lind canceled this meeting.',
    [],
    null,
  ],
  ['canceled by Tendwell', 'caregiver', { status: 'canceled' }, 'Canceled by Tendwell.', [], null],
  [
    'a call of the caregiver',
    'caretaker',
    { status: 'accepted', way: 'phone' },
    'Nora Lind calls you.',
    ['Cancel meeting'],
    null,
  ],
])('says what follows when it is %s', async (_, viewer, changes, note, buttons, link) => {
  const { card, names } = await openCard(viewer, changes)
  expect(card.getByText(note)).toBeInTheDocument()
  expect(names().filter(Boolean)).toEqual(buttons)
  const hrefs = { 'Book Nora': '/caregiver/2/book', 'Choose another time': '/caregivers/2?meet=first' }
  for (const name of ['Book Nora', 'Choose another time'] as const) {
    const links = card.queryAllByRole('link', { name })
    expect(links.map((one) => one.getAttribute('href'))).toEqual(name === link ? [hrefs[name]] : [])
  }
})

it('leaves a caregiver who isn’t listed only a no', async () => {
  const { names } = await openCard('caregiver', {}, false)
  expect(names().filter(Boolean)).toEqual(['Decline'])
})

it('shows the list alone without meetings', async () => {
  renderPage(
    <WithMeetings viewer="caretaker" when="past">
      {(hasMeetings) => (hasMeetings ? null : 'No requests')}
    </WithMeetings>,
    { session: sessionOf(family) },
  )
  expect(await screen.findByText('No requests')).toBeInTheDocument()
  expect(screen.queryByRole('list', { name: 'Meetings' })).not.toBeInTheDocument()
})
