import type { Child, OwnCaretakerProfile } from '@tendwell/contract/caretakers'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ownCaretakerProfile } from '../../test/data.ts'
import { expectFieldError, expectToast } from '../../test/expect.ts'
import { family, sessionOf } from '../../test/people.ts'
import { renderPage } from '../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../test/server.ts'
import { Component as CaretakerProfile } from './caretaker-profile.tsx'

const profilePath = '/api/auth/caretaker/profile/'
const children: Child[] = [1, 2, 3, 4, 5].map((age) => ({ name: `Kid ${age}`, age, notes: '' }))
const child = (place: number) => within(screen.getByRole('group', { name: `Child ${place}` }))
const age = (place: number) => child(place).getByRole('textbox', { name: 'Age' })

async function openProfile(changes: Partial<OwnCaretakerProfile> = {}) {
  answer(`get ${profilePath}`, { ...ownCaretakerProfile, ...changes })
  const page = renderPage(<CaretakerProfile />, { route: '/caretaker/profile', session: sessionOf(family) })
  await screen.findByRole('button', { name: 'Save Profile' })
  return {
    ...page,
    typeAge: async (place: number, text: string) => {
      await page.user.clear(age(place))
      if (text) await page.user.paste(text)
      await page.user.tab()
    },
  }
}

it('requires a name and a valid phone number, and shows the email read-only', async () => {
  const { fill, press } = await openProfile({ children: [] })
  expect(screen.getByLabelText('Email')).toHaveAttribute('readonly')
  expect(screen.getByLabelText('Name')).toHaveAttribute('maxlength', '80')
  await fill('Name', ' ')
  await fill('Phone number', 'call me')
  await press('Save Profile')
  await expectToast('Please fix the highlighted fields')
  await expectFieldError('Name', 'Name is required')
  await expectFieldError('Phone number', 'Enter a valid phone number')
  expect(sentWrites()).toEqual([])
})

it('cuts notes at 400 characters', async () => {
  const { fill } = await openProfile({ children: [] })
  await fill('Notes', 'x'.repeat(500))
  expect(screen.getByLabelText('Notes')).toHaveValue('x'.repeat(400))
  expect(screen.getByText('400/400')).toBeInTheDocument()
})

it('saves the details without the children', async () => {
  const { fill, press } = await openProfile()
  answer(`put ${profilePath}`, ownCaretakerProfile)
  await fill('City', 'Lyon')
  await press('Save Profile')
  await expectToast('Profile saved')
  expect(lastBody()).toEqual({
    editable_full_name: 'Fay Hart',
    phone_number: '+1 212 555 0142',
    city: 'Lyon',
    country: 'United States',
    care_needs: ['Nanny'],
    languages: ['English'],
    notes: 'Two cats.',
  })
})

it('saves a country, and words that end with a comma', async () => {
  const { user, press } = await openProfile({ country: '', care_needs: [], languages: [] })
  answer(`put ${profilePath}`, ownCaretakerProfile)
  await user.click(screen.getByRole('button', { name: /Country/ }))
  await user.click(screen.getByRole('option', { name: 'France' }))
  for (const [label, typed] of [
    ['Care needs', 'Nanny,'],
    ['Languages', 'French,'],
  ] as const) {
    await user.type(screen.getByRole('combobox', { name: label }), typed)
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

it('keeps what was typed when a save fails', async () => {
  const { fill, press } = await openProfile()
  answer(`put ${profilePath}`, { detail: 'Please try again in a moment', code: 'unavailable' }, 503)
  await fill('City', 'Lyon')
  await press('Save Profile')
  await expectToast('Failed to save profile')
  expect(screen.getByText('Please try again in a moment')).toBeInTheDocument()
  expect(screen.getByLabelText('City')).toHaveValue('Lyon')
  expect(screen.getByText('Not saved yet')).toBeInTheDocument()
})

it('lists what an incomplete profile misses', async () => {
  await openProfile({ city: '', country: '', profile_complete: false })
  expect(screen.getByText('To complete your profile, add your city and your country.')).toBeInTheDocument()
})

it('requires an age from 1 in whole years', async () => {
  const { press, typeAge } = await openProfile()
  for (const [typed, message] of [
    ['', 'Age is required'],
    ['0', 'Age must be 1 or more'],
    ['2.5', 'Age must be a whole number'],
    ['121', 'Age must be at most 120'],
  ] as const) {
    await typeAge(1, typed)
    await press('Save Children')
    expect(await child(1).findByText(message)).toBeInTheDocument()
  }
  expect(sentWrites()).toEqual([])
})

it('calls a child without a name by its number and cuts its notes at 200 characters', async () => {
  const { user, press, typeAge } = await openProfile({ children: [] })
  expect(screen.getByText('No children added yet')).toBeInTheDocument()
  answer(`put ${profilePath}`, ownCaretakerProfile)
  await press('Add Child')
  expect(child(1).getByLabelText('Child name')).toHaveFocus()
  await typeAge(1, '4')
  await user.click(child(1).getByLabelText(/^Notes/))
  await user.paste('x'.repeat(250))
  await press('Save Children')
  await expectToast('Children saved')
  expect(lastBody()).toEqual({ children: [{ name: 'Child 1', age: 4, notes: 'x'.repeat(200) }] })
})

it('shows five children a page and opens the page of the first invalid one', async () => {
  const { press, typeAge } = await openProfile({ children })
  expect(screen.queryByText(/^Page/)).not.toBeInTheDocument()
  await typeAge(3, '')
  await press('Add Child')
  expect(screen.getByRole('navigation', { name: 'Children: pages' })).toHaveTextContent('Page 2 of 2')
  expect(screen.queryByRole('group', { name: 'Child 3' })).not.toBeInTheDocument()
  await typeAge(6, '6')
  await press('Save Children')
  expect(await child(3).findByText('Age is required')).toBeInTheDocument()
  expect(age(3)).toHaveFocus()
  expect(sentWrites()).toEqual([])
  await press('Remove Child 3')
  expect(screen.queryByText(/^Page/)).not.toBeInTheDocument()
})

it('saves the remaining children after one was removed', async () => {
  const { press } = await openProfile({ children: children.slice(0, 2) })
  answer(`put ${profilePath}`, {}, 500)
  await press('Remove Child 1')
  expect(child(1).getByLabelText('Child name')).toHaveValue('Kid 2')
  await press('Save Children')
  await expectToast('Failed to save children')
  expect(child(1).getByLabelText('Child name')).toHaveValue('Kid 2')
  answer(`put ${profilePath}`, ownCaretakerProfile)
  await press('Save Children')
  await expectToast('Children saved')
  expect(lastBody()).toEqual({ children: [{ name: 'Kid 2', age: 2, notes: '' }] })
})

it('keeps the age as typed, and its arrows within the range', async () => {
  const { user, press, typeAge } = await openProfile()
  await typeAge(1, '2.5')
  expect(age(1)).toHaveValue('2.5')
  await press('Save Children')
  expect(await child(1).findByText('Age must be a whole number')).toBeInTheDocument()
  await user.click(age(1))
  for (const value of ['2', '1', '1']) {
    await user.keyboard('{ArrowDown}')
    expect(age(1)).toHaveValue(value)
  }
  expect(child(1).getByRole('button', { name: /Decrease/ })).toBeDisabled()
})

it('tells the rest of the app once the profile is complete', async () => {
  const { fill, press, store } = await openProfile({ city: '', profile_complete: false })
  await fill('Name', 'Fay Moss')
  await fill('City', 'Lyon')
  answer(`put ${profilePath}`, ownCaretakerProfile)
  answer(`get ${profilePath}`, { ...ownCaretakerProfile, full_name: 'Fay Moss', city: 'Lyon' })
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
  expect(child(1).getByLabelText('Child name')).toBeInTheDocument()
  expect(address()).toBe('/caretaker/profile')
  goTo('/caregivers')
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await press('Leave')
  expect(address()).toBe('/caregivers')
})
