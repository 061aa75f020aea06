import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  answerHours,
  booked,
  override,
  region,
  type StoredHours,
  setTime,
} from '../../../test/availability.ts'
import { monday } from '../../../test/data.ts'
import { expectToast } from '../../../test/expect.ts'
import { caregiver, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, answerLater, listOf, sentWrites, server } from '../../../test/server.ts'
import { AvailabilitySettings } from './availability-settings.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

async function openSettings(stored: StoredHours = {}) {
  answerHours(stored)
  const page = renderPage(
    <AvailabilitySettings caregiverId={caregiver.id} zone="America/New_York" canEdit />,
    { route: '/caregiver/availability', session: sessionOf(caregiver) },
  )
  await screen.findByRole('grid')
  return {
    ...page,
    /** Faster than by role, which looks at every element of this large screen. */
    click: (text: string) => page.user.click(screen.getByText(text)),
    chooseDay: (name: RegExp) => page.user.click(screen.getByLabelText(name)),
    pressIn: (part: HTMLElement, name: string | RegExp) =>
      page.user.click(within(part).getByRole('button', { name })),
  }
}

const windowFields = (place: number) =>
  screen.getByText(`Time window ${place}`, { selector: 'legend' }).parentElement as HTMLElement

it('shows a day as unsaved until its save has ended, also while another is looked at', async () => {
  const { click, chooseDay } = await openSettings()
  const release = answerLater('post /api/availability/overrides/', override, 201)
  await chooseDay(/June 10, 2026/)
  await click('Add a time window')
  await click('Save')
  await chooseDay(/June 11, 2026/)
  expect(screen.getByText('Not saved yet:')).toBeInTheDocument()
  answer('get /api/availability/overrides/', listOf([override]))
  release()
  await expectToast('Window saved')
  await waitFor(() => expect(screen.queryByText('Not saved yet:')).not.toBeInTheDocument())
  await chooseDay(/June 10, 2026/)
  expect(within(windowFields(1)).getByLabelText('Start: hour')).toHaveValue('9')
  expect(within(region('Day hours')).queryByText('Not saved yet')).not.toBeInTheDocument()
})

it('names the day whose save failed while another is looked at', async () => {
  const { press, click, chooseDay } = await openSettings()
  const release = answerLater('post /api/availability/overrides/', { detail: 'The window is booked' }, 409)
  await chooseDay(/June 10, 2026/)
  await click('Add a time window')
  await click('Save')
  await chooseDay(/June 11, 2026/)
  release()
  await expectToast('Wed, Jun 10: The window is booked')
  await press('Wed, Jun 10')
  expect(within(windowFields(1)).getByLabelText('Start: hour')).toHaveValue('9')
})

it('copies a day to others, and names those that were refused', async () => {
  const { click, chooseDay, pressIn } = await openSettings()
  await chooseDay(/June 9, 2026/)
  await click('Copy to other days')
  const dialog = await screen.findByRole('dialog', { name: 'Copy to other days' })
  server.use(
    http.post('/api/availability/overrides/', async ({ request }) => {
      const body = (await request.json()) as { date_local: string }
      if (body.date_local === '2026-06-23') {
        // A family has booked the day meanwhile.
        const taken = {
          ...booked,
          start_utc: '2026-06-23T13:00:00Z',
          end_utc: '2026-06-23T14:00:00Z',
        }
        answer('get /api/availability/booked/', listOf([taken]))
        return HttpResponse.json({ windows: ['The window is booked'] }, { status: 400 })
      }
      return HttpResponse.json({ ...override, date_local: body.date_local }, { status: 201 })
    }),
  )
  await pressIn(dialog, 'Same weekday, next 4 weeks')
  await pressIn(dialog, 'Copy to 4 days')
  await expectToast('Hours copied to 3 days')
  expect(within(dialog).getByText('Couldn’t copy to Tue, Jun 23: The window is booked')).toBeInTheDocument()
  expect(sentWrites()).toHaveLength(4)
  await pressIn(dialog, /June 23, 2026, chosen$/)
  expect(within(dialog).getByRole('button', { name: 'Copy to 0 days' })).toBeDisabled()
  expect(await within(dialog).findByRole('button', { name: /June 23, 2026, booked$/ })).toBeInTheDocument()
})

it('keeps what was typed for a day while another is looked at, and asks before leaving the screen', async () => {
  const { press, click, chooseDay, goTo } = await openSettings()
  await chooseDay(/June 3, 2026/)
  await click('Add a time window')
  setTime(windowFields(1), 'Start', 5, 'AM')
  setTime(windowFields(1), 'End', 6, 'AM')
  await chooseDay(/June 4, 2026/)
  expect(within(region('Day hours')).queryByRole('group', { name: 'Time window 1' })).not.toBeInTheDocument()
  expect(screen.getByText('Not saved yet:')).toBeInTheDocument()
  await press('Wed, Jun 3')
  expect(windowFields(1)).toBeInTheDocument()
  goTo('/')
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  expect(dialog).toHaveTextContent('the hours on Wed, Jun 3')
  await press('Stay')
  expect(within(windowFields(1)).getByLabelText('Start: hour')).toHaveValue('5')
  expect(within(windowFields(1)).getByLabelText('End: hour')).toHaveValue('6')
})

it('shows time off in the overview and in the day', async () => {
  const off = { id: 9, start_utc: '2026-06-09T04:00:00Z', end_utc: '2026-06-10T04:00:00Z' }
  const { pressIn } = await openSettings({ timeOff: [off] })
  expect(within(region('Monthly overview')).getByText('Day off')).toBeInTheDocument()
  await pressIn(region('Monthly overview'), /Day off/)
  expect(within(region('Day hours')).getByText('Day off. Families can’t book this day.')).toBeInTheDocument()
})
