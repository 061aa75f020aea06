import type { OwnCaretakerProfile } from '@tendwell/contract/caretakers'
import type { Child } from '@tendwell/contract/children'
import { addDays } from '@tendwell/contract/time'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ownCaretakerProfile } from '../../test/data.ts'
import { expectFieldError, expectToast } from '../../test/expect.ts'
import { family, sessionOf } from '../../test/people.ts'
import { renderPage } from '../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../test/server.ts'
import { getToday } from '../lib/child-age.ts'
import { Component as CaretakerProfile } from './caretaker-profile.tsx'

const profilePath = '/api/auth/caretaker/profile/'
const years = { age_months: null, due_date: null }
const children: Child[] = [1, 2, 3, 4, 5].map((age) => ({
  id: age,
  name: `Kid ${age}`,
  age,
  ...years,
  notes: '',
}))
const child = (place: number) => within(screen.getByRole('group', { name: `Child ${place}` }))
const age = (place: number) => child(place).getByRole('textbox', { name: 'Age' })

async function openProfile(changes: Partial<OwnCaretakerProfile> = {}, route = '/caretaker/profile') {
  answer(`get ${profilePath}`, { ...ownCaretakerProfile, ...changes })
  const page = renderPage(<CaretakerProfile />, { route, session: sessionOf(family) })
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

it('fills in the country of a suggested city, and saves its place', async () => {
  const place = { id: 2996944, name: 'Lyon', region: 'Auvergne-Rhône-Alpes', country: 'France' }
  const { user, fill, press } = await openProfile({ children: [], city: '', country: '', place_id: null })
  answer('get /api/places/', { results: [place] })
  answer(`put ${profilePath}`, ownCaretakerProfile)
  await fill('City', 'lyo')
  await user.click(await screen.findByRole('option', { name: /^Lyon/ }))
  await press('Save Profile')
  await expectToast('Profile saved')
  expect(lastBody()).toMatchObject({ city: 'Lyon', country: 'France', place_id: 2996944 })
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
    street: '12 Plane Street',
    apartment: '4B',
    neighborhood: 'Cobble Hill',
    postal_code: '11201',
    city: 'Lyon',
    country: 'United States',
    place_id: 5110302,
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
    ['18', 'Age must be at most 17'],
  ] as const) {
    await typeAge(1, typed)
    await press('Save Children')
    expect(await child(1).findByText(message)).toBeInTheDocument()
  }
  expect(sentWrites()).toEqual([])
})

it('saves a newborn in months and an unborn child by a due date', async () => {
  const { user, press, typeAge } = await openProfile({ children: [] })
  answer(`put ${profilePath}`, ownCaretakerProfile)
  const chooseUnit = async (place: number, unit: string) => {
    await user.click(child(place).getByRole('button', { name: /Age in/ }))
    await user.click(screen.getByRole('option', { name: unit }))
  }
  await press('Add Child')
  await chooseUnit(1, 'Months')
  await press('Add Child')
  await chooseUnit(2, 'Due date')
  await press('Save Children')
  expect(await child(1).findByText('Age is required')).toBeInTheDocument()
  expect(child(2).getByText('Due date is required')).toBeInTheDocument()
  const dueDate = child(2).getByLabelText('Due date', { selector: 'input' })
  const setDueDate = (days: number) =>
    fireEvent.change(dueDate, { target: { value: addDays(getToday(), days) } })
  setDueDate(-31)
  expect(await child(2).findByText('This due date has passed. Enter the age in months')).toBeInTheDocument()
  setDueDate(100)
  await typeAge(1, '12')
  await press('Save Children')
  expect(await child(1).findByText(/^Months must be at most 11/)).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
  await typeAge(1, '0')
  await press('Save Children')
  await expectToast('Children saved')
  const unnamed = { age: 0, notes: '' }
  expect(lastBody()).toEqual({
    children: [
      { ...unnamed, name: 'Child 1', age_months: 0, due_date: null },
      { ...unnamed, name: 'Child 2', age_months: null, due_date: addDays(getToday(), 100) },
    ],
  })
})

it('shows stored months and due dates, and asks for an update once a due date has passed', async () => {
  const today = getToday()
  const { press } = await openProfile({
    children: [
      { id: 7, name: 'Otto', age: 0, age_months: 8, due_date: null, notes: '' },
      { id: 8, name: 'Bump', age: 0, age_months: null, due_date: addDays(today, -3), notes: '' },
      { id: 9, name: 'Soon', age: 0, age_months: null, due_date: addDays(today, 3), notes: '' },
    ],
  })
  answer(`put ${profilePath}`, ownCaretakerProfile)
  expect(age(1)).toHaveValue('8')
  const hint = /^Born already/
  expect(child(2).getByText(hint)).toBeInTheDocument()
  expect(child(3).queryByText(hint)).not.toBeInTheDocument()
  await press('Remove Child 3')
  await press('Save Children')
  await expectToast('Children saved')
  expect(lastBody()).toMatchObject({
    children: [
      { id: 7, age_months: 8 },
      { id: 8, due_date: addDays(today, -3) },
    ],
  })
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
  expect(lastBody()).toEqual({ children: [{ name: 'Child 1', age: 4, ...years, notes: 'x'.repeat(200) }] })
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

it('opens at the children when linked to, and leads back to the booking once they are saved', async () => {
  const booking = '/caregiver/2/book?date=2026-06-02'
  const { user, press, address } = await openProfile(
    { children: [] },
    `/caretaker/profile?next=${encodeURIComponent(booking)}#children`,
  )
  const backLink = () => screen.queryByRole('link', { name: 'Back to your booking' })
  await waitFor(() => expect(screen.getByRole('region', { name: 'Children' })).toHaveFocus())
  expect(backLink()).not.toBeInTheDocument()
  answer(`put ${profilePath}`, ownCaretakerProfile)
  answer(`get ${profilePath}`, ownCaretakerProfile)
  await press('Add Child')
  await user.type(age(1), '3')
  expect(backLink()).not.toBeInTheDocument()
  await press('Save Children')
  await user.click(await screen.findByRole('link', { name: 'Back to your booking' }))
  expect(address()).toBe(booking)
})

it.each(['', '?next=//evil.test'])('offers no way back with the query “%s”', async (query) => {
  await openProfile({ children }, `/caretaker/profile${query}`)
  expect(screen.queryByRole('link', { name: 'Back to your booking' })).not.toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Children' })).not.toHaveFocus()
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
  expect(lastBody()).toEqual({ children: [{ id: 2, name: 'Kid 2', age: 2, ...years, notes: '' }] })
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
