import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expiringCertificate, ownCaregiverProfile } from '../../../../test/data.ts'
import { renderPage } from '../../../../test/render.tsx'
import { ExpiryBanner } from '../../../shared/people/expiry-banner.tsx'
import { VerificationBanner } from './verification-banner.tsx'

const withId = { ...ownCaregiverProfile, gov_id_front: '/api/files/1', gov_id_back: '/api/files/2' }

it.each([
  [
    'pending',
    'Pending Verification',
    /^We’re checking your profile and your ID, and email you once it’s decided\. Once you’re verified/,
  ],
  ['flagged', 'Under Review', /taking a second look at your profile/],
  ['verified', 'Verified', /^Families can find you and book the hours you set\./],
] as const)('says what the status %s means', (status, title, text) => {
  renderPage(<VerificationBanner profile={{ ...withId, verification_status: status }} />)
  expect(screen.getByText(title)).toBeInTheDocument()
  expect(screen.getByText(text)).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Contact Support' })).not.toBeInTheDocument()
})

it.each([
  ['both sides of the ID', { gov_id_front: null, gov_id_back: null }, 'Upload your ID so we can verify you'],
  ['the front', { gov_id_front: null }, 'Upload the front of your ID so we can verify you'],
  ['the back', { gov_id_back: null }, 'Upload the back of your ID so we can verify you'],
  ['details', { profile_complete: false }, 'Complete your profile so we can verify you'],
])('names %s as what is missing', (_, missing, text) => {
  renderPage(<VerificationBanner profile={{ ...withId, verification_status: 'pending', ...missing }} />)
  expect(screen.getByText(text)).toBeVisible()
  expect(screen.queryByText('Pending Verification')).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Upload it' }) !== null).toBe(text.includes('your ID'))
})

it('says that it is the caregiver’s turn while staff want a document again', () => {
  const request = {
    document: 'certificate',
    reason: 'It is blurred',
    requested_at: '2026-05-31T13:00:00Z',
  } as const
  const profile = { ...withId, verification_status: 'pending' as const, document_requests: [request] }
  renderPage(<VerificationBanner profile={profile} />)
  expect(screen.getByText(/^We go on once you’ve uploaded what we need again\. Once you’re/)).toBeVisible()
  expect(screen.queryByText(/We’re checking/)).not.toBeInTheDocument()
})

it('says that a verified caregiver isn’t listed while something is missing in the profile', () => {
  const incomplete = { verification_status: 'verified', profile_complete: false } as const
  renderPage(<VerificationBanner profile={{ ...ownCaregiverProfile, ...incomplete }} />)
  expect(screen.getByText('Verified, but not listed')).toBeVisible()
  expect(screen.getByText(/until your profile is complete/)).toBeVisible()
  expect(screen.queryByText(/^Families can find you/)).not.toBeInTheDocument()
})

it('shows the reason of a rejection and the way to support', () => {
  const rejected = { verification_status: 'rejected', rejection_reason: 'The card is blurred' } as const
  renderPage(<VerificationBanner profile={{ ...ownCaregiverProfile, ...rejected }} />)
  expect(screen.getByText('The card is blurred')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/contact')
})

it('turns the reason of a bulk rejection into a sentence', () => {
  const rejected = { verification_status: 'rejected', rejection_reason: 'Bulk rejection' } as const
  renderPage(<VerificationBanner profile={{ ...ownCaregiverProfile, ...rejected }} />)
  expect(screen.getByText(/Contact support to learn what to change/)).toBeVisible()
  expect(screen.queryByText(/Bulk/)).not.toBeInTheDocument()
})

const expired = { ...expiringCertificate, is_expired: true, is_expiring: false }
const renewal = { url: '/api/files/new', submitted_at: '2026-06-01T11:00:00Z' }

it.each([
  [
    'expires soon',
    expiringCertificate,
    /^Your certificate expires on Jun 20, 2026Upload a new one before then/,
    true,
  ],
  ['has expired', expired, /^Your certificate expired on Jun 20, 2026Upload a new one\. Until/, true],
  [
    'is being renewed',
    { ...expired, renewal },
    /^Your certificate expired.*We’re checking the new one/,
    false,
  ],
  ['expires later', { ...expiringCertificate, is_expiring: false }, /^$/, false],
])('says what to do about a document that %s', (_case, state, text, isLinked) => {
  const { container } = renderPage(
    <ExpiryBanner profile={{ verification_status: 'verified', document_states: [state] }} />,
  )
  expect(container.firstChild?.textContent ?? '').toMatch(text)
  const links = screen.queryAllByRole('link', { name: 'Upload a new one' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    isLinked ? ['/caregiver/profile#documents'] : [],
  )
})
