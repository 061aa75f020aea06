import type { Rule } from '@tendwell/contract/availability/availability'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { region, rule, setTime } from '../../../../test/availability.ts'
import { monday } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, answerLater, lastBody, listOf, sentWrites } from '../../../../test/server.ts'
import { WeeklyHours } from './weekly-hours.tsx'

const daytime = { ends_next_day: false, slot_minutes: 60, buffer_minutes: 0 }

const list = 'get /api/availability/rules/'
const set = 'put /api/availability/rules/'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

async function openWeek(rules: Rule[] = [rule], canEdit = true) {
  answer(list, listOf(rules))
  const mark = vi.fn()
  const page = renderPage(<WeeklyHours mark={mark} canEdit={canEdit} />, { session: sessionOf(caregiver) })
  await screen.findByText('Closed')
  const week = region('Weekly hours')
  return {
    ...page,
    mark,
    week,
    openForm: () => page.press('Change weekly hours'),
    pressDay: (name: string) => page.user.click(within(week).getByRole('button', { name })),
  }
}

it('lists days with the same hours together', async () => {
  const days = [1, 2, 3, 4, 5].map((weekday) => ({ ...rule, id: weekday, weekday, end: '17:00' }))
  const { week } = await openWeek(days)
  expect(within(week).getAllByText('Mon–Fri')).not.toEqual([])
  expect(within(week).getByText('9:00 AM – 5:00 PM')).toBeInTheDocument()
  expect(within(week).getAllByText('Sat, Sun')).not.toEqual([])
  expect(within(week).getByText('Repeats weekly, unless you set a day separately.')).toBeInTheDocument()
})

it('sets Monday to Friday in one call', async () => {
  const { press, week } = await openWeek([])
  for (const day of ['Monday', 'Friday']) {
    expect(screen.getByRole('button', { name: day })).toHaveAttribute('aria-pressed', 'true')
  }
  setTime(week, 'To', 5, 'PM')
  answer(set, { results: [{ ...rule, weekday: 1, end: '17:00' }] })
  answer(list, listOf([{ ...rule, weekday: 1, end: '17:00' }]))
  await press('Save hours')
  await expectToast('Weekly hours saved')
  expect(sentWrites()).toEqual(['PUT /api/availability/rules/'])
  expect(lastBody()).toEqual({
    weekdays: [1, 2, 3, 4, 5],
    windows: [{ start: '09:00', end: '17:00', ...daytime }],
  })
  expect(await screen.findByText('9:00 AM – 5:00 PM')).toBeInTheDocument()
  // What was set is shown in place of the form.
  expect(screen.queryByRole('button', { name: 'Monday' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Change weekly hours' })).toBeInTheDocument()
})

it('opens the form on demand for someone with hours, and closes it', async () => {
  const { openForm, press } = await openWeek()
  expect(screen.queryByRole('button', { name: 'Save hours' })).not.toBeInTheDocument()
  await openForm()
  expect(screen.getByRole('heading', { name: 'Change weekly hours' }).closest('form')).toHaveFocus()
  await press('Cancel')
  expect(screen.queryByRole('button', { name: 'Save hours' })).not.toBeInTheDocument()
})

const night = { start: '21:00', end: '06:00', ...daytime, ends_next_day: true }

it('begins with the hours of the chosen day, so that one adds to them', async () => {
  const { openForm, pressDay, press } = await openWeek([{ ...rule, ...night }])
  await openForm()
  await pressDay('Tuesday')
  expect(screen.getByLabelText('From: AM or PM')).toHaveDisplayValue('PM')
  await press('Add another time')
  expect(screen.queryByText(/^This replaces/)).not.toBeInTheDocument()
  answer(set, { results: [rule] })
  await press('Save hours')
  await expectToast('Weekly hours saved')
  expect(lastBody()).toEqual({
    weekdays: [2],
    windows: [night, { start: '09:00', end: '12:00', ...daytime }],
  })
})

it('keeps typed times when a day with other hours is chosen, and says what they replace', async () => {
  const { openForm, pressDay, week } = await openWeek([{ ...rule, ...night }])
  await openForm()
  setTime(week, 'From', 8, 'AM')
  await pressDay('Tuesday')
  expect(within(week).getByLabelText('From: hour')).toHaveValue('8')
  expect(screen.getByText('This replaces the hours you have on Tue.')).toBeInTheDocument()
})

it('takes other days and a second pair of times', async () => {
  const { openForm, press, pressDay } = await openWeek()
  await openForm()
  await press('Weekend')
  await pressDay('Wednesday')
  await pressDay('Sunday')
  await press('Add another time')
  answer(set, { results: [rule] })
  await press('Save hours')
  await expectToast('Weekly hours saved')
  expect(lastBody()).toEqual({
    weekdays: [3, 6],
    windows: [
      { start: '09:00', end: '12:00', ...daytime },
      { start: '13:00', end: '16:00', ...daytime },
    ],
  })
})

it('asks whether hours that end before they start are overnight', async () => {
  const { press, week } = await openWeek([])
  setTime(week, 'From', 9, 'PM')
  setTime(week, 'To', 6, 'AM')
  expect(screen.getByText('Ends before it starts. Is this overnight?')).toBeInTheDocument()
  await press('Save hours')
  expect(await screen.findByText('Each window must have start before end')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])

  const night = { ...rule, weekday: 1, start: '21:00', end: '06:00', ends_next_day: true }
  answer(set, { results: [night] })
  answer(list, listOf([night]))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Yes, it ends at 6:00 AM the next day' }))
  expect(screen.queryByText('Ends before it starts. Is this overnight?')).not.toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText(/must have start before end/)).not.toBeInTheDocument())
  await press('Save hours')
  await expectToast('Weekly hours saved')
  expect(lastBody()).toEqual({
    weekdays: [1, 2, 3, 4, 5],
    windows: [{ start: '21:00', end: '06:00', ...daytime, ends_next_day: true }],
  })
  expect(await screen.findByText('9:00 PM – 6:00 AM')).toBeInTheDocument()
})

it('forgets that hours are overnight when they end on the same day again', async () => {
  const { press, week } = await openWeek([])
  setTime(week, 'From', 9, 'PM')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Yes, it ends at 12:00 PM the next day' }))
  setTime(week, 'From', 9, 'AM')
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  answer(set, { results: [rule] })
  await press('Save hours')
  await expectToast('Weekly hours saved')
  expect(lastBody()).toMatchObject({ windows: [{ start: '09:00', end: '12:00', ends_next_day: false }] })
})

it('says which hours would be replaced, and that bookings stay', async () => {
  const { openForm, press } = await openWeek([{ ...rule, booked_dates: ['2026-06-16', '2026-06-23'] }])
  await openForm()
  expect(screen.getByText('Booked on 2 days')).toBeInTheDocument()
  expect(screen.queryByText(/^This replaces/)).not.toBeInTheDocument()
  await press('Weekdays')
  expect(screen.getByText('This replaces the hours you have on Tue.')).toBeInTheDocument()
  expect(
    screen.getByText('You have bookings on Tue, Jun 16 and 1 more day. They won’t be affected.'),
  ).toBeInTheDocument()
})

it('edits the hours of a group of days', async () => {
  const { press, week, mark } = await openWeek()
  await press('Edit Tue, 9:00 AM – 12:00 PM')
  expect(screen.getByRole('heading', { name: 'Edit Tue' })).toBeInTheDocument()
  await press('Weekend')
  expect(screen.getByText('Tue keeps its current hours.')).toBeInTheDocument()
  await press('Tuesday')
  await press('Saturday')
  await press('Sunday')
  expect(screen.queryByText('Tue keeps its current hours.')).not.toBeInTheDocument()
  setTime(week, 'To', 1, 'PM')
  expect(mark).toHaveBeenLastCalledWith('weekly hours', true)
  answer(set, { results: [{ ...rule, end: '13:00' }] })
  await press('Save hours')
  await expectToast('Weekly hours saved')
  expect(lastBody()).toEqual({
    weekdays: [2],
    windows: [{ start: '09:00', end: '13:00', ...daytime }],
  })
  expect(screen.queryByRole('button', { name: 'Save hours' })).not.toBeInTheDocument()
})

it('rejects no days, reversed times and overlapping times', async () => {
  const { openForm, week, press } = await openWeek()
  await openForm()
  setTime(week, 'To', 8, 'AM')
  await press('Save hours')
  expect(await within(week).findByText('Choose at least one day')).toBeInTheDocument()
  expect(within(week).getByText('Each window must have start before end')).toBeInTheDocument()
  await press('Weekend')
  setTime(week, 'To', 5, 'PM')
  await press('Add another time')
  setTime(screen.getByRole('group', { name: 'Times 2' }), 'From', 4, 'PM')
  await press('Save hours')
  expect(await within(week).findByText('Windows overlap — adjust times')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it.each([
  [400, { windows: ['These hours overlap others'], code: 'invalid' }, 'These hours overlap others'],
  [500, {}, 'Request failed'],
])('shows why weekly hours were refused (%i) and keeps them', async (status, body, message) => {
  const { week, press } = await openWeek([])
  setTime(week, 'From', 8, 'AM')
  answer(set, body, status)
  await press('Save hours')
  expect(await within(week).findByText(message)).toBeInTheDocument()
  expect(within(week).getByLabelText('From: hour')).toHaveValue('8')
})

it('says that editing is not allowed when the caregiver is no longer verified', async () => {
  const { press } = await openWeek([])
  answer(set, { detail: 'Your profile is pending admin verification' }, 403)
  await press('Save hours')
  await expectToast('Not allowed')
})

it('removes weekly hours after a confirmation', async () => {
  const { press } = await openWeek()
  answer(set, {}, 500)
  await press('Remove Tue, 9:00 AM – 12:00 PM')
  await press('Remove hours')
  await expectToast('Delete failed')
  answer(set, { results: [] })
  await press('Remove hours')
  await expectToast('Weekly hours removed')
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expect(lastBody()).toEqual({ weekdays: [2], windows: [] })
})

it('asks before discarding typed weekly hours to edit others', async () => {
  const { openForm, week, press } = await openWeek()
  await openForm()
  setTime(week, 'From', 5, 'AM')
  await press('Edit Tue, 9:00 AM – 12:00 PM')
  const dialog = await screen.findByRole('alertdialog')
  await press('Keep editing')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(within(week).getByLabelText('From: hour')).toHaveValue('5')
  await press('Edit Tue, 9:00 AM – 12:00 PM')
  await press('Discard')
  expect(screen.getByRole('heading', { name: 'Edit Tue' })).toBeInTheDocument()
  expect(within(week).getByLabelText('From: hour')).toHaveValue('9')
  expect(sentWrites()).toEqual([])
})

it('shows the week without a form to a caregiver who can’t edit it', async () => {
  await openWeek([rule], false)
  expect(screen.getByText('9:00 AM – 12:00 PM')).toBeInTheDocument()
  expect(screen.queryAllByRole('button')).toEqual([])
})

it.each([
  ['the first hours', []],
  ['more hours', [rule]],
])('keeps what is typed while %s are saved', async (_, rules) => {
  const { openForm, press, pressDay, week, mark } = await openWeek(rules)
  if (rules.length > 0) await openForm()
  await pressDay('Tuesday')
  const after = { ...rule, weekday: 4 }
  const release = answerLater(set, { results: [after] })
  answer(list, listOf([after]))
  await press('Save hours')
  await screen.findByRole('button', { name: 'Saving…' })
  setTime(week, 'To', 5, 'PM')
  release()
  await expectToast('Weekly hours saved')
  await within(week).findAllByText('Thu')
  expect(within(week).getByLabelText('To: hour')).toHaveValue('5')
  expect(mark).toHaveBeenLastCalledWith('weekly hours', true)
})

it('keeps a group of days open that is changed again while it is saved', async () => {
  const { press, week } = await openWeek()
  await press('Edit Tue, 9:00 AM – 12:00 PM')
  const release = answerLater(set, { results: [rule] })
  await press('Save hours')
  await screen.findByRole('button', { name: 'Saving…' })
  setTime(week, 'To', 5, 'PM')
  release()
  await expectToast('Weekly hours saved')
  expect(screen.getByRole('heading', { name: 'Edit Tue' })).toBeInTheDocument()
})

it('begins with the weekdays again once the last hours are removed', async () => {
  const { press } = await openWeek()
  await press('Remove Tue, 9:00 AM – 12:00 PM')
  answer(set, { results: [] })
  answer(list, listOf([]))
  await press('Remove hours')
  await expectToast('Weekly hours removed')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Monday' })).toHaveAttribute('aria-pressed', 'true'),
  )
})
