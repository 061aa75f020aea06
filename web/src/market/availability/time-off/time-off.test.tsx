import type { TimeOff } from '@tendwell/contract/availability/availability'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { region, rule, setTime } from '../../../../test/availability.ts'
import { monday } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites, server } from '../../../../test/server.ts'
import { TimeOffPanel } from './time-off.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

async function openTimeOff(planned: TimeOff[] = [], canEdit = true) {
  answer('get /api/availability/timeoff/', listOf(planned))
  // A night that begins on Wednesdays.
  const night = { ...rule, weekday: 3, start: '21:00', end: '06:00', ends_next_day: true }
  answer('get /api/availability/rules/', listOf([night]))
  answer('get /api/availability/overrides/', listOf([]))
  const panel = <TimeOffPanel zone="America/New_York" today="2026-06-01" mark={() => {}} canEdit={canEdit} />
  const page = renderPage(panel, { session: sessionOf(caregiver) })
  await screen.findByRole('list', { name: 'Upcoming time off' })
  return {
    ...page,
    pressIn: (part: HTMLElement, name: string) => page.user.click(within(part).getByRole('button', { name })),
  }
}

it.each([
  ['', '', ['First day is required', 'Last day is required']],
  ['2026-05-31', '2026-06-02', ['Choose today or a later date']],
  ['2026-06-05', '2026-06-04', ['The last day can’t be before the first']],
])('rejects time off from “%s” to “%s”', async (first, last, messages) => {
  const { fill, press } = await openTimeOff()
  const timeOff = within(region('Time off'))
  if (first) await fill('First day', first)
  if (last) await fill('Last day', last)
  await press('Add time off')
  for (const message of messages) expect(await timeOff.findByText(message)).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('rejects time off whose hours end before they begin', async () => {
  const { user, fill, press } = await openTimeOff()
  await fill('First day', '2026-06-05')
  await fill('Last day', '2026-06-05')
  await user.click(screen.getByRole('checkbox', { name: 'All day' }))
  setTime(region('Time off'), 'End time on the last day', 9, 'AM')
  await press('Add time off')
  expect(await screen.findByText('End must be after start')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
  setTime(region('Time off'), 'Start time on the first day', 8, 'AM')
  await waitFor(() => expect(screen.queryByText('End must be after start')).not.toBeInTheDocument())
})

it('adds time off in the caregiver’s time zone', async () => {
  const { fill, press } = await openTimeOff()
  const body = { start_utc: '2026-06-05T04:00:00Z', end_utc: '2026-06-07T04:00:00Z' }
  answer('post /api/availability/timeoff/', { id: 9, ...body }, 201)
  await fill('First day', '2026-06-04')
  await fill('Last day', '2026-06-06')
  const hint = 'This also closes what it touches of the night of Wed, Jun 3.'
  expect(await screen.findByText(hint)).toBeInTheDocument()
  await fill('First day', '2026-06-05')
  expect(screen.queryByText(hint)).not.toBeInTheDocument()
  await press('Add time off')
  await expectToast('Time off saved')
  expect(lastBody()).toEqual(body)
})

it('says after saving which night is closed too', async () => {
  const { fill, press } = await openTimeOff()
  const body = { start_utc: '2026-06-04T04:00:00Z', end_utc: '2026-06-05T04:00:00Z' }
  answer('post /api/availability/timeoff/', { id: 9, ...body }, 201)
  await fill('First day', '2026-06-04')
  await fill('Last day', '2026-06-04')
  await press('Add time off')
  await expectToast('Time off saved. It also closes what it touches of the night of Wed, Jun 3')
})

it('saves time off once when the answer was lost, and again after it was removed', async () => {
  const keys: (string | null)[] = []
  const off = { id: 9, start_utc: '2026-06-05T04:00:00Z', end_utc: '2026-06-06T04:00:00Z' }
  server.use(
    http.post('/api/availability/timeoff/', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      return HttpResponse.error()
    }),
  )
  const { fill, press, returnToTab } = await openTimeOff()
  await fill('First day', '2026-06-05')
  await fill('Last day', '2026-06-05')
  const add = async () => {
    const before = keys.length
    await press('Add time off')
    // The call is repeated three times.
    await waitFor(() => expect(keys).toHaveLength(before + 4))
    await screen.findByRole('button', { name: 'Add time off' })
  }
  const planned = (results: TimeOff[]) => {
    answer('get /api/availability/timeoff/', listOf(results))
  }
  await add()
  expect(await within(region('Time off')).findByText(/^We couldn’t reach the server/)).toBeInTheDocument()
  expect(screen.getByLabelText('First day')).toHaveValue('2026-06-05')
  planned([off])
  await add()
  expect(new Set(keys).size).toBe(1)
  await screen.findByRole('button', { name: 'Remove time off Jun 5, 2026' })
  planned([])
  returnToTab()
  await screen.findByText('No time off planned.')
  await add()
  expect(keys.at(-1)).not.toBe(keys[0])
})

it('removes time off after a confirmation', async () => {
  const off = { id: 9, start_utc: '2026-06-05T04:00:00Z', end_utc: '2026-06-06T04:00:00Z' }
  const { press, pressIn } = await openTimeOff([off])
  answer('delete /api/availability/timeoff/9/', {}, 500)
  await press('Remove time off Jun 5, 2026')
  expect(sentWrites()).toEqual([])
  await pressIn(await screen.findByRole('alertdialog'), 'Remove time off')
  await expectToast('Delete failed')
  answer('delete /api/availability/timeoff/9/', {})
  answer('get /api/availability/timeoff/', listOf([]))
  await pressIn(screen.getByRole('alertdialog'), 'Remove time off')
  await expectToast('Time off removed')
  expect(await screen.findByText('No time off planned.')).toBeInTheDocument()
})

it('shows time off without a form to a caregiver who can’t edit it', async () => {
  await openTimeOff([{ id: 9, start_utc: '2026-06-05T04:00:00Z', end_utc: '2026-06-06T04:00:00Z' }], false)
  expect(screen.getByText('Jun 5, 2026')).toBeInTheDocument()
  expect(screen.queryAllByRole('button')).toEqual([])
})
