import type { Child } from '@tendwell/contract/profiles/children'
import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { addDays } from '@tendwell/contract/time'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ownCaretakerProfile } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { getToday } from '../../../shared/people/child-age.ts'
import { useOwnCaretakerProfileQuery } from '../../../shared/people/own-profile-api.ts'
import { ChildrenPanel } from './children-panel.tsx'
import { useChildrenForm } from './use-children-form.ts'

const profilePath = '/api/auth/caretaker/profile/'
const years = { age_months: null, due_date: null, birth_month: null }
const children: Child[] = [1, 2, 3, 4, 5].map((age) => ({
  id: age,
  name: `Kid ${age}`,
  age,
  ...years,
  notes: '',
}))
const stored = { age: 0, ...years, notes: '' }
const child = (place: number) => within(screen.getByRole('group', { name: `Child ${place}` }))
const age = (place: number) => child(place).getByRole('textbox', { name: 'Age' })

function LoadedPanel() {
  const { data: profile } = useOwnCaretakerProfileQuery()
  return profile && <Panel profile={profile} />
}

function Panel({ profile }: { profile: OwnCaretakerProfile }) {
  return <ChildrenPanel list={useChildrenForm(profile)} />
}

async function openPanel(children: Child[]) {
  answer(`get ${profilePath}`, { ...ownCaretakerProfile, children })
  const page = renderPage(<LoadedPanel />, { session: sessionOf(family) })
  await screen.findByRole('region', { name: 'Children' })
  return {
    ...page,
    typeAge: async (place: number, text: string) => {
      await page.user.clear(age(place))
      if (text) await page.user.paste(text)
      await page.user.tab()
    },
  }
}

it('requires an age from 1 in whole years', async () => {
  const { press, typeAge } = await openPanel(ownCaretakerProfile.children)
  for (const [typed, message] of [
    ['', 'Age is required'],
    ['0', 'Age must be 1 or more'],
    ['2.5', 'Age must be a whole number'],
    ['2,5', 'Age must be a whole number'],
    ['18', 'Age must be at most 17'],
  ] as const) {
    await typeAge(1, typed)
    await press('Save Children')
    expect(await child(1).findByText(message)).toBeInTheDocument()
  }
  expect(sentWrites()).toEqual([])
})

it('asks for the birth month first, and for a due date where the child isn’t born', async () => {
  const { user, press } = await openPanel([])
  answer(`put ${profilePath}`, ownCaretakerProfile)
  const choose = async (label: RegExp, option: string) => {
    await user.click(child(1).getByRole('button', { name: label }))
    await user.click(screen.getByRole('option', { name: option }))
  }
  const today = getToday()
  await press('Add Child')
  await press('Add Child')
  await user.click(child(2).getByRole('button', { name: 'Not born yet?' }))
  const dueDate = child(2).getByLabelText('Due date', { selector: 'input' })
  expect(dueDate).toHaveFocus()
  await press('Save Children')
  expect(await child(1).findByText('Choose the month')).toBeInTheDocument()
  expect(child(1).getByText('Choose the year')).toBeInTheDocument()
  expect(child(2).getByText('Due date is required')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
  await choose(/Birth month/, 'January')
  await choose(/Year/, today.slice(0, 4))
  fireEvent.change(dueDate, { target: { value: addDays(today, 100) } })
  await press('Save Children')
  await expectToast('Children saved')
  const unnamed = { age: 0, age_months: null, notes: '' }
  expect(lastBody()).toEqual({
    children: [
      { ...unnamed, name: 'Child 1', due_date: null, birth_month: `${today.slice(0, 4)}-01` },
      { ...unnamed, name: 'Child 2', due_date: addDays(today, 100), birth_month: null },
    ],
  })
})

it('shows what is stored, and asks for the birth month once a due date has passed', async () => {
  const today = getToday()
  const { user, press } = await openPanel([
    { ...stored, id: 7, name: 'Otto', age_months: 8 },
    { ...stored, id: 8, name: 'Bump', due_date: addDays(today, -3) },
    { ...stored, id: 9, name: 'Soon', due_date: addDays(today, 3) },
    { ...stored, id: 10, name: 'Mia', age: 2, birth_month: '2024-03' },
    { ...stored, id: 11, name: 'Child 5', due_date: addDays(today, 3) },
  ])
  answer(`put ${profilePath}`, ownCaretakerProfile)
  expect(child(1).getByLabelText('Age in months')).toHaveValue('8')
  expect(child(4).getByRole('button', { name: /March/ })).toBeInTheDocument()
  expect(child(4).queryByRole('button', { name: 'Or just the age' })).not.toBeInTheDocument()
  expect(child(3).getByRole('button', { name: 'Or the birth month' })).toBeInTheDocument()
  expect(child(5).getByLabelText('Child name')).toHaveValue('')
  expect(child(5).getByLabelText('Child name')).toHaveAttribute('placeholder', 'Baby')
  await press('Remove Child 3')
  await press('Save Children')
  await expectToast('Children saved')
  expect(lastBody()).toMatchObject({
    children: [
      { id: 7, age_months: 8, birth_month: null },
      { id: 8, due_date: addDays(today, -3), birth_month: null },
      { id: 10, age: 0, birth_month: '2024-03' },
      { id: 11, name: 'Child 4' },
    ],
  })
  await user.click(child(2).getByRole('button', { name: 'Bump is here? Add the birth month' }))
  expect(child(2).getByRole('button', { name: /Birth month/ })).toHaveFocus()
  expect(child(2).queryByLabelText('Due date')).not.toBeInTheDocument()
})

it('calls a child without a name by its number and cuts its notes at 200 characters', async () => {
  const { user, press, typeAge } = await openPanel([])
  expect(screen.getByText('No children added yet')).toBeInTheDocument()
  answer(`put ${profilePath}`, ownCaretakerProfile)
  await press('Add Child')
  await waitFor(() => expect(child(1).getByLabelText('Child name')).toHaveFocus())
  await press('Or just the age')
  await typeAge(1, '4')
  await user.click(child(1).getByLabelText(/^Notes/))
  await user.paste('x'.repeat(250))
  await press('Save Children')
  await expectToast('Children saved')
  expect(lastBody()).toEqual({ children: [{ name: 'Child 1', age: 4, ...years, notes: 'x'.repeat(200) }] })
})

it('shows five children a page and opens the page of the first invalid one', async () => {
  const { press, typeAge } = await openPanel(children)
  expect(screen.queryByText(/^Page/)).not.toBeInTheDocument()
  await typeAge(3, '')
  await press('Add Child')
  expect(screen.getByRole('navigation', { name: 'Children: pages' })).toHaveTextContent('Page 2 of 2')
  expect(screen.queryByRole('group', { name: 'Child 3' })).not.toBeInTheDocument()
  await press('Or just the age')
  await typeAge(6, '6')
  await press('Save Children')
  expect(await child(3).findByText('Age is required')).toBeInTheDocument()
  await waitFor(() => expect(age(3)).toHaveFocus())
  expect(sentWrites()).toEqual([])
  await press('Remove Child 3')
  expect(screen.queryByText(/^Page/)).not.toBeInTheDocument()
})

it('saves the remaining children after one was removed', async () => {
  const { press } = await openPanel(children.slice(0, 2))
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
  const { user, press, typeAge } = await openPanel(ownCaretakerProfile.children)
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
