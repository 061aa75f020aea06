import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../test/render.tsx'
import { answer } from '../../test/server.ts'
import { formatDay } from '../lib/format.ts'
import { Component as Privacy } from './privacy.tsx'
import { Component as Terms } from './terms.tsx'

it.each([
  [
    '/terms',
    <Terms key="terms" />,
    'Booking and paying',
    'Nest Care Ltd runs Tendwell, a marketplace',
    TERMS_VERSION,
  ],
  [
    '/privacy',
    <Privacy key="privacy" />,
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
  renderPage(<Privacy />, { route: '/privacy' })
  const codes = screen.getByText(/^If we ban you/)
  for (const what of ['emails', 'phone number', 'bank accounts', 'browsers', 'both sides of your ID']) {
    expect(codes).toHaveTextContent(what)
  }
  expect(codes).toHaveTextContent(/can’t be turned back/)
  expect(screen.getByText(/for as long as the ban holds/)).toBeInTheDocument()
})

it('names the product once where it is the operator’s name too', () => {
  answer('get /api/auth/settings/', { google_client_id: null, operator_name: 'Tendwell' })
  renderPage(<Terms />, { route: '/terms' })
  expect(screen.getByText(/^Tendwell is a marketplace where families find/)).toBeInTheDocument()
})
