import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ownCaregiverProfile } from '../../../../test/data.ts'
import { renderPage } from '../../../../test/render.tsx'
import { PendingChanges } from './pending-changes.tsx'
import { ProfilePreview } from './profile-preview.tsx'
import { toValues } from './profile-values.ts'

const waiting = {
  full_name: 'Nora Hart',
  avatar: '/avatars/new',
  submitted_at: '2026-05-30T12:00:00Z',
  description: null,
}

it.each([
  [waiting, 'Your new name and photo are waiting for review', 'Nora Lind and your verified photo'],
  [{ ...waiting, avatar: null }, 'Your new name is waiting for review', 'Nora Lind. You sent this on'],
  [
    { ...waiting, full_name: null },
    'Your new photo is waiting for review',
    'Nora Lind and your verified photo',
  ],
])('says what waits for review and what families still see', (changes, title, seen) => {
  const profile = { ...ownCaregiverProfile, avatar: '/avatars/verified', pending_changes: changes }
  renderPage(<PendingChanges profile={profile} changes={changes} />)
  expect(screen.getByText(title)).toBeInTheDocument()
  expect(screen.getByText(/^Families still see/)).toHaveTextContent(seen)
  expect(toValues(profile).editable_full_name).toBe(changes.full_name ?? 'Nora Lind')
})

it.each([
  ['Nora Hart', 'Waiting for review'],
  ['Nora Berg', 'Reviewed after you save'],
  ['Nora Lind', undefined],
])('previews the verified name beside the badge, and marks another one: %s', (name, mark) => {
  const profile = { ...ownCaregiverProfile, pending_changes: { ...waiting, avatar: null } }
  renderPage(<ProfilePreview profile={profile} values={{ ...toValues(profile), editable_full_name: name }} />)
  const preview = screen.getByRole('heading', { name: 'Profile preview' }).parentElement as HTMLElement
  expect(
    within(preview)
      .getAllByText(/^Nora/)
      .map(({ textContent }) => textContent),
  ).toEqual(mark ? ['Nora Lind', name] : ['Nora Lind'])
  expect(
    within(preview)
      .queryAllByText(/for review|Reviewed/)
      .map(({ textContent }) => textContent),
  ).toEqual(mark ? [mark] : [])
})
