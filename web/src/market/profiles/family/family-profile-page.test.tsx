import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ownCaretakerProfile } from '../../../../test/data.ts'
import { expectFieldError, expectToast } from '../../../../test/expect.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { FamilyProfilePage } from './family-profile-page.tsx'

const profilePath = '/api/auth/caretaker/profile/'

async function openProfile(changes: Partial<OwnCaretakerProfile> = {}, query = '') {
  answer(`get ${profilePath}`, { ...ownCaretakerProfile, ...changes })
  const page = renderPage(<FamilyProfilePage />, {
    route: `/caretaker/profile${query}`,
    session: sessionOf(family),
  })
  await screen.findByRole('button', { name: 'Save Profile' })
  return page
}

it('requires a name and a valid phone number, shows the email read-only, and cuts notes at 400 characters', async () => {
  const { fill, press } = await openProfile({ children: [] })
  expect(screen.getByLabelText('Email')).toHaveAttribute('readonly')
  expect(screen.getByLabelText('Notes')).toHaveAttribute('maxlength', '400')
  expect(screen.getByText('9/400')).toBeInTheDocument()
  await fill('Name', ' ')
  await fill('Phone number', 'call me')
  await press('Save Profile')
  await expectToast('Please fix the highlighted fields')
  await expectFieldError('Name', 'Name is required')
  await expectFieldError('Phone number', 'Enter a valid phone number')
  expect(sentWrites()).toEqual([])
})

it('opens at the phone number where a booking asks for it, and leads back there once it is saved', async () => {
  const { user, press } = await openProfile({ phone_number: '' }, '?next=%2Fbookings%2F12#phone')
  await waitFor(() => expect(screen.getByLabelText('Phone number')).toHaveFocus())
  const back = () =>
    screen.getAllByRole('link', { name: 'Back to your booking' }).map((link) => link.getAttribute('href'))
  await user.paste('+1 212 555 0142')
  expect(back()).toEqual(['/bookings/12'])
  const saved = { ...ownCaretakerProfile, phone_number: '+1 212 555 0142' }
  answer(`put ${profilePath}`, saved)
  answer(`get ${profilePath}`, saved)
  await press('Save Profile')
  await waitFor(() => expect(back()).toEqual(['/bookings/12', '/bookings/12']))
})

it.each(['', '?next=%2Faccount'])('leads back only to a booking: "%s"', async (query) => {
  await openProfile({}, query)
  expect(screen.queryByRole('link', { name: /^Back/ })).not.toBeInTheDocument()
  expect(document.body).toHaveFocus()
})

it('saves the details without the children, with the country and the place of a suggested city', async () => {
  const place = { id: 2996944, name: 'Lyon', region: 'Auvergne-Rhône-Alpes', country: 'France' }
  const { user, fill, press } = await openProfile({ city: '', country: '', place_id: null })
  answer('get /api/places/', { results: [place] })
  answer(`put ${profilePath}`, ownCaretakerProfile)
  await fill('City', 'lyo')
  await user.click(await screen.findByRole('option', { name: /^Lyon/ }))
  expect(screen.getByText('Lyon, France')).toBeInTheDocument()
  await press('Save Profile')
  await expectToast('Profile saved')
  expect(lastBody()).toEqual({
    editable_full_name: 'Fay Hart',
    phone_number: '+1 212 555 0142',
    emergency_contact: { name: '', phone: '' },
    street: '12 Plane Street',
    apartment: '4B',
    neighborhood: 'Cobble Hill',
    postal_code: '11201',
    city: 'Lyon',
    country: 'France',
    place_id: 2996944,
    care_needs: ['Nanny'],
    languages: ['English'],
    notes: 'Two cats.',
  })
})

it('saves a country, and words that end with a comma', async () => {
  const { user, press } = await openProfile({ children: [], country: '', care_needs: [], languages: [] })
  answer(`put ${profilePath}`, ownCaretakerProfile)
  await user.click(screen.getByRole('button', { name: /Country/ }))
  await user.click(screen.getByRole('option', { name: 'France' }))
  for (const [label, typed] of [
    ['Care needs', 'Nanny,'],
    ['Languages', 'French,'],
  ] as const) {
    await user.click(screen.getByRole('combobox', { name: label }))
    await user.paste(typed)
    // While its list is open, a combo box hides the rest of the page.
    await user.tab()
  }
  await press('Save Profile')
  await expectToast('Profile saved')
  expect(lastBody()).toMatchObject({ country: 'France', care_needs: ['Nanny'], languages: ['French'] })
})

it('follows what another tab saved, except where something was typed', async () => {
  const { fill, press, returnToTab } = await openProfile()
  await fill('City', 'Nantes')
  const elsewhere = { phone_number: '+33 1 55 50 01 62', city: 'Paris', languages: ['French'] }
  answer(`get ${profilePath}`, { ...ownCaretakerProfile, ...elsewhere })
  returnToTab()
  await waitFor(() => expect(screen.getByLabelText('Phone number')).toHaveValue(elsewhere.phone_number))
  expect(screen.getByLabelText('City')).toHaveValue('Nantes')
  expect(screen.getByText('Not saved yet')).toBeInTheDocument()
  answer(`put ${profilePath}`, ownCaretakerProfile)
  await press('Save Profile')
  await expectToast('Profile saved')
  expect(lastBody()).toMatchObject({ ...elsewhere, city: 'Nantes' })
})

it('lists what is missing, keeps what was typed when a save fails, and tells the rest of the app once all is there', async () => {
  const { fill, press, user, store } = await openProfile({ city: '', country: '', profile_complete: false })
  expect(screen.getByText('To complete your profile, add your city and your country.')).toBeInTheDocument()
  await fill('Name', 'Fay Moss')
  await fill('City', 'Lyon')
  await press('Save Profile')
  expect(await screen.findByText('Choose the country of your city')).toBeVisible()
  expect(sentWrites()).toEqual([])
  await user.click(screen.getByRole('button', { name: /Country/ }))
  await user.click(screen.getByRole('option', { name: 'France' }))
  answer(`put ${profilePath}`, { detail: 'Please try again in a moment', code: 'unavailable' }, 503)
  await press('Save Profile')
  await expectToast('Failed to save profile')
  expect(screen.getByText('Please try again in a moment')).toBeInTheDocument()
  expect(screen.getByLabelText('City')).toHaveValue('Lyon')
  expect(screen.getByText('Not saved yet')).toBeInTheDocument()
  expect(store.getState().session.user).toMatchObject({ full_name: 'Fay Hart' })
  // The flag may arrive as text.
  const complete = { ...ownCaretakerProfile, profile_complete: 'true' }
  answer(`put ${profilePath}`, complete)
  answer(`get ${profilePath}`, { ...complete, full_name: 'Fay Moss', city: 'Lyon' })
  await press('Save Profile')
  await expectToast('Profile saved')
  await waitFor(() => expect(store.getState().session.user).toMatchObject({ full_name: 'Fay Moss' }))
  expect(store.getState().session.user?.profile_complete).toBe(true)
  expect(screen.queryByText(/^To complete your profile/)).not.toBeInTheDocument()
})

it('asks before leaving with unsaved children', async () => {
  const { press, goTo, address } = await openProfile({ children: [] })
  await press('Add Child')
  goTo('/caregivers')
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await press('Stay')
  expect(screen.getByLabelText('Child name')).toBeInTheDocument()
  expect(address()).toBe('/caretaker/profile')
  goTo('/caregivers')
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await press('Leave')
  expect(address()).toBe('/caregivers')
})
