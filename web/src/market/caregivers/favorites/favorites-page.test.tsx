import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listedCaregiver } from '../../../../test/caregivers.ts'
import { expectToast } from '../../../../test/expect.ts'
import { caregiver, family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, answerLater, listOf, sentWrites } from '../../../../test/server.ts'
import { CaregiversPage } from '../search/caregivers-page.tsx'
import { FavoritesPage } from './favorites-page.tsx'

const heart = (name: string) => screen.findByRole('button', { name: `Save ${name} to your favorites` })

function openSearch(session?: ReturnType<typeof sessionOf>) {
  answer('get /api/auth/caregivers/', {
    ...listOf([listedCaregiver(1), listedCaregiver(2)]),
    count_is_exact: true,
  })
  return renderPage(<CaregiversPage />, { route: '/caregivers?q=cpr', ...(session && { session }) })
}

it('saves and removes a caregiver with the heart', async () => {
  answer('get /api/favorites/ids', { ids: [2] })
  answer('put /api/favorites/1/', {})
  answer('delete /api/favorites/2/', {})
  const { user } = openSearch(sessionOf(family))
  await waitFor(async () => expect(await heart('Caregiver 2')).toHaveAttribute('aria-pressed', 'true'))
  answer('get /api/favorites/ids', { ids: [1, 2] })
  await user.click(await heart('Caregiver 1'))
  await waitFor(async () => expect(await heart('Caregiver 1')).toHaveAttribute('aria-pressed', 'true'))
  answer('get /api/favorites/ids', { ids: [1] })
  await user.click(await heart('Caregiver 2'))
  await waitFor(async () => expect(await heart('Caregiver 2')).toHaveAttribute('aria-pressed', 'false'))
  expect(sentWrites()).toEqual(['PUT /api/favorites/1/', 'DELETE /api/favorites/2/'])
})

it('changes the heart back when a caregiver can’t be saved', async () => {
  const detail = 'You can keep 200 favorites. Remove one to add another'
  answer('put /api/favorites/1/', { detail, code: 'conflict' }, 409)
  const { user } = openSearch(sessionOf(family))
  await waitFor(async () => expect(await heart('Caregiver 1')).toBeEnabled())
  await user.click(await heart('Caregiver 1'))
  await expectToast(detail)
  await waitFor(async () => expect(await heart('Caregiver 1')).toHaveAttribute('aria-pressed', 'false'))
})

it('sends visitors to log in and back, and offers caregivers nothing to save', async () => {
  const { unmount } = openSearch()
  expect(
    await screen.findByRole('link', { name: 'Log in to save Caregiver 1 to your favorites' }),
  ).toHaveAttribute('href', '/login?next=%2Fcaregivers%3Fq%3Dcpr')
  unmount()
  openSearch(sessionOf(caregiver))
  await screen.findByRole('link', { name: 'Caregiver 1' })
  expect(screen.queryByRole('button', { name: /favorites$/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /favorites$/ })).not.toBeInTheDocument()
})

it('lists the saved caregivers, and says how to save one', async () => {
  answer('get /api/saved-searches/', { searches: [] })
  answer('get /api/availability/waitlist/', { waits: [] })
  answer('get /api/favorites/', listOf([listedCaregiver(4)]))
  const { unmount } = renderPage(<FavoritesPage />, { route: '/favorites', session: sessionOf(family) })
  expect(await screen.findByRole('link', { name: 'Caregiver 4' })).toHaveAttribute('href', '/caregivers/4')
  unmount()
  answer('get /api/favorites/', listOf([]))
  renderPage(<FavoritesPage />, { route: '/favorites', session: sessionOf(family) })
  expect(await screen.findByText('No favorites yet')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Find a Caregiver' })).toHaveAttribute('href', '/caregivers')
})

it('shows that a heart takes no second press while the first is sent', async () => {
  answer('get /api/favorites/ids', { ids: [] })
  const release = answerLater('put /api/favorites/1/', {})
  const { user } = openSearch(sessionOf(family))
  await waitFor(async () => expect(await heart('Caregiver 1')).toBeEnabled())
  await user.click(await heart('Caregiver 1'))
  expect(await heart('Caregiver 1')).toHaveAttribute('aria-disabled', 'true')
  answer('get /api/favorites/ids', { ids: [1] })
  release()
  await waitFor(async () => expect(await heart('Caregiver 1')).toHaveAttribute('aria-disabled', 'false'))
})
