import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectToast } from '../../../../test/expect.ts'
import { savedSearches } from '../../../../test/lists.ts'
import { caregiver, family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { noFilters } from '../filters/filters.ts'
import { SaveSearch } from './save-search.tsx'
import { SavedSearches } from './saved-searches.tsx'

const filters = { ...noFilters, q: 'nanny', skills: ['CPR'] }
const route = '/caregivers?q=nanny&skills=CPR'

const openButton = (session?: ReturnType<typeof sessionOf>) =>
  renderPage(<SaveSearch filters={filters}>Save this search</SaveSearch>, {
    route,
    ...(session && { session }),
  })

it('saves the search that is shown, and then leads to the saved ones', async () => {
  answer('post /api/saved-searches/', savedSearches[0] as object, 201)
  const { press } = openButton(sessionOf(family))
  await press('Save this search')
  await expectToast('Search saved')
  expect(lastBody()).toEqual({ q: 'nanny', skills: 'CPR', near: 'home', page: '1', page_size: '12' })
  expect(screen.getByText(/We’ll email you new matches, once a day at most/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'See your searches' })).toHaveAttribute(
    'href',
    '/favorites#searches',
  )
})

it('says why a search can’t be saved', async () => {
  const detail = 'You can keep 10 saved searches. Delete one to save another'
  answer('post /api/saved-searches/', { detail, code: 'conflict' }, 409)
  const { press } = openButton(sessionOf(family))
  await press('Save this search')
  await expectToast(detail)
  expect(screen.getByRole('button', { name: 'Save this search' })).toBeEnabled()
})

it('sends visitors to log in and back, and offers caregivers nothing to save', () => {
  const { unmount } = openButton()
  expect(screen.getByRole('link', { name: 'Save this search' })).toHaveAttribute(
    'href',
    '/login?next=%2Fcaregivers%3Fq%3Dnanny%26skills%3DCPR',
  )
  unmount()
  openButton(sessionOf(caregiver))
  expect(screen.queryByText('Save this search')).not.toBeInTheDocument()
})

it('opens a saved search, says which one has ended, and deletes one', async () => {
  answer('get /api/saved-searches/', { searches: savedSearches })
  answer('delete /api/saved-searches/2/', {})
  const { press } = renderPage(<SavedSearches />, { route: '/favorites', session: sessionOf(family) })
  expect(await screen.findByRole('link', { name: savedSearches[0]?.words as string })).toHaveAttribute(
    'href',
    savedSearches[0]?.path,
  )
  const ended = savedSearches[1]?.words as string
  expect(screen.queryByRole('link', { name: ended })).not.toBeInTheDocument()
  expect(screen.getByText('Ended, because its day is over.')).toBeInTheDocument()
  answer('get /api/saved-searches/', { searches: savedSearches.slice(0, 1) })
  await press(`Delete ${ended}`)
  await waitFor(() => expect(screen.queryByText(ended)).not.toBeInTheDocument())
  expect(sentWrites()).toEqual(['DELETE /api/saved-searches/2/'])
})
