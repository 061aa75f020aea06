import { createHash } from 'node:crypto'
import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render.tsx'
import { answer } from '../../../test/server.ts'
import { formatDay } from '../../lib/format/format.ts'
import { PrivacyPage } from './privacy-page.tsx'
import { TermsPage } from './terms-page.tsx'

it.each([
  [
    '/terms',
    <TermsPage key="terms" />,
    'Booking and paying',
    'Nest Care Ltd runs Tendwell, a marketplace',
    TERMS_VERSION,
  ],
  [
    '/privacy',
    <PrivacyPage key="privacy" />,
    'Who sees what',
    'Nest Care Ltd is responsible for your data.',
    PRIVACY_VERSION,
  ],
])('%s names its operator and since when it holds', async (route, page, section, sentence, version) => {
  answer('get /api/auth/settings/', { google_client_id: null, operator_name: 'Nest Care Ltd' })
  renderPage(page, { route })
  expect(await screen.findByText((text) => text.startsWith(sentence))).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: section })).toBeInTheDocument()
  expect(screen.getByText(`In effect since ${formatDay(version)}.`)).toBeInTheDocument()
  expect(screen.getAllByRole('link', { name: 'write to us' })[0]).toHaveAttribute('href', '/contact')
})

it('says what stays of a banned person, and how long', () => {
  answer('get /api/auth/settings/', { google_client_id: null, operator_name: 'Tendwell' })
  renderPage(<PrivacyPage />, { route: '/privacy' })
  const codes = screen.getByText(/^If we ban you/)
  for (const what of ['emails', 'phone number', 'bank accounts', 'browsers', 'both sides of your ID']) {
    expect(codes).toHaveTextContent(what)
  }
  expect(codes).toHaveTextContent(/can’t be turned back/)
  expect(screen.getByText(/for as long as the ban holds/)).toBeInTheDocument()
})

it('names the product once where it is the operator’s name too', () => {
  answer('get /api/auth/settings/', { google_client_id: null, operator_name: 'Tendwell' })
  renderPage(<TermsPage />, { route: '/terms' })
  expect(screen.getByText(/^Tendwell is a marketplace where families find/)).toBeInTheDocument()
})

it('says for how long accepted hours are held, where they are', async () => {
  answer('get /api/auth/settings/', { google_client_id: null, operator_name: 'Tendwell', hold_hours: 6 })
  renderPage(<TermsPage />, { route: '/terms' })
  const point = await screen.findByText(/the hours are held for the family for 6 hours/)
  expect(point).toHaveTextContent(/If it hasn’t paid by then, the first family to pay gets them/)
  expect(screen.queryByText(/accepts, the first family to pay gets the hours/)).not.toBeInTheDocument()
})

/** People agreed to a version with this text. Never change a hash alone: a new text needs a new version. */
const AGREED_TEXTS = [
  [
    '/terms',
    <TermsPage key="terms" />,
    TERMS_VERSION,
    '2026-11-27',
    'eb1f28daf9ce7a837393e0a308604646c236190a61597c1d1644114e4e25a4db',
  ],
  [
    '/privacy',
    <PrivacyPage key="privacy" />,
    PRIVACY_VERSION,
    '2026-11-29',
    '9d9c864195d6f5419e8bdc4b68e8f7e1cfd81241b33dffd5a4df98fdfcd5b641',
  ],
] as const

it.each(AGREED_TEXTS)('%s has the text of its version', async (route, page, version, agreed, hash) => {
  answer('get /api/auth/settings/', { google_client_id: null, operator_name: 'Nest Care Ltd' })
  renderPage(page, { route })
  await screen.findByText((text) => text.startsWith('Nest Care Ltd'))
  const text = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(
    [version, createHash('sha256').update(JSON.stringify(text)).digest('hex')],
    'The text changed: give it a new version in contract/src/reference.ts, so that people are asked again',
  ).toEqual([agreed, hash])
})
