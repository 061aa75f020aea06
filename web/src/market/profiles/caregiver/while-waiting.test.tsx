import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { homeOf, ownCaregiverProfile } from '../../../../test/data.ts'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer } from '../../../../test/server.ts'
import { WhileWaiting } from './while-waiting.tsx'

const waiting: OwnCaregiverProfile = {
  ...ownCaregiverProfile,
  verification_status: 'pending',
  gov_id_front: '/api/files/1',
  gov_id_back: '/api/files/2',
  phone_number: '',
}
const wallet = {
  balance: 0,
  withdrawable: 0,
  waiting: [],
  pending: 0,
  held: 0,
  currency: 'usd',
  details_submitted: false,
  payouts_held: false,
} as const

function open(profile: OwnCaregiverProfile, { hasPayouts = false, offersChecks = true } = {}) {
  answer('get /api/home/', homeOf({ wallet: { ...wallet, details_submitted: hasPayouts, waiting: [] } }))
  answer('get /api/auth/caregiver/references/', { references: [] })
  answer('get /api/background-checks/mine/', {
    offer: null,
    can_start: offersChecks,
    can_start_from: null,
    check: null,
    badge: null,
  })
  renderPage(<WhileWaiting profile={profile} />, { session: sessionOf(caregiver) })
}
const links = () =>
  screen
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')?.split('/').at(-1)])

it('leads to what works before the verification', async () => {
  open(waiting)
  await waitFor(() =>
    expect(links()).toEqual([
      ['Set up payouts', 'wallet'],
      ['Name references', '#references'],
      ['Start a background check', '#background-check'],
      ['Add your phone number', '#phone'],
    ]),
  )
})

it('leaves out what is done, and a background check that nobody offers', async () => {
  open({ ...waiting, phone_number: '+1 212 555 0142' }, { hasPayouts: true, offersChecks: false })
  await waitFor(() => expect(links()).toEqual([['Name references', '#references']]))
})

it.each([
  ['is verified', { verification_status: 'verified' }],
  ['has to upload the ID first', { gov_id_back: null }],
  ['has to complete the profile first', { profile_complete: false }],
] satisfies [string, Partial<OwnCaregiverProfile>][])('says nothing to one who %s', (_, changes) => {
  open({ ...waiting, ...changes })
  expect(links()).toEqual([])
})
