import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { homeOf } from '../../../test/data.ts'
import { caregiver, family, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer } from '../../../test/server.ts'
import { HomePage } from './home-page.tsx'

const categories = () => within(screen.getByRole('region', { name: 'Categories of Care' }))
const names = () =>
  categories()
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)

it('opens the search with the words of the hero’s box', async () => {
  const { user, address } = renderPage(<HomePage />)
  await user.type(screen.getByRole('searchbox', { name: /^Search caregivers/ }), ' newborn & twins {Enter}')
  expect(address()).toBe('/caregivers?q=newborn+%26+twins')
})

it('shows the headline, the claim, three steps and four points', () => {
  renderPage(<HomePage />)
  expect(screen.getByRole('heading', { level: 1, name: 'Where Luxury Meets Care' })).toBeInTheDocument()
  expect(screen.getByText('Trusted by 500+ families')).toBeInTheDocument()
  for (const name of [
    'Join',
    'Match',
    'Book & Pay',
    'Curated caregivers',
    'Matched to your family',
    'Global services',
    'Compliance and trust',
  ]) {
    expect(screen.getByRole('heading', { level: 3, name })).toBeInTheDocument()
  }
  expect(screen.getByRole('link', { name: 'Become a Caregiver' })).toHaveAttribute('href', '/signup')
})

it.each([family, caregiver])(
  'ends after what matters to a member, with a link to the landing page',
  async (user) => {
    answer('get /api/home/', homeOf({}))
    renderPage(<HomePage />, { session: sessionOf(user) })
    expect(await screen.findByRole('heading', { level: 1, name: /^Hello, / })).toBeInTheDocument()
    expect(screen.queryByText('Where Luxury Meets Care')).not.toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Categories of Care' })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'How Tendwell works' })).toHaveAttribute('href', '/welcome')
  },
)

it('shows a member the landing page without a job', async () => {
  renderPage(<HomePage />, { route: '/welcome', session: sessionOf(family) })
  expect(screen.getByRole('heading', { level: 1, name: 'Where Luxury Meets Care' })).toBeInTheDocument()
  expect(screen.queryByText('Looking for jobs?')).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Become a Caregiver' })).not.toBeInTheDocument()
})

it('claims neither artificial intelligence nor insurance nor background checks', () => {
  const { container } = renderPage(<HomePage />)
  expect(container).toHaveTextContent('A caregiver’s page says which papers we checked, and when.')
  expect(container).not.toHaveTextContent(/every caregiver’s (ID|certificate)/i)
  expect(container).not.toHaveTextContent(/\bAI\b|insurance|background check/i)
})

it('finds categories by name, and shows all again', async () => {
  const { user, press } = renderPage(<HomePage />)
  const search = categories().getByRole('searchbox', { name: 'Search categories' })
  const all = names()
  await user.type(search, 'SUPPORT')
  expect(names()).toEqual(['Postpartum support', 'Lactation support', 'Birth doula support'])
  await user.clear(search)
  await user.type(search, 'plumbing')
  expect(categories().getByText('No categories found')).toBeInTheDocument()
  expect(categories().getByText('Try adjusting your search term to find categories.')).toBeInTheDocument()
  await press('Show all categories')
  expect(names()).toEqual(all)
  await waitFor(() => expect(search).toHaveFocus())
})

it('leads from a category to its caregivers', () => {
  renderPage(<HomePage />)
  expect(categories().getByRole('link', { name: 'Night nanny' })).toHaveAttribute(
    'href',
    '/caregivers?skills=Night+nanny',
  )
})
