import type { AvailableBooking } from '@tendwell/contract/safety/disputes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, onTestFinished, vi } from 'vitest'
import { dispute, monday } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites, server } from '../../../../test/server.ts'
import { OpenDisputePage } from './open-dispute-page.tsx'

const bookingsCall = 'get /api/disputes/bookings/available/'
const booking: AvailableBooking = {
  id: 12,
  caregiver_name: 'Nora Lind',
  windows: [{ start_utc: '2026-05-28T13:00:00Z', end_utc: '2026-05-28T16:00:00Z' }],
  total_price_usd: 126,
  total_hours: 3,
  submitted_at: '2026-06-01T11:00:00Z',
}
const chooser = 'Choose files: Evidence'

/** A file of any size, without its bytes. */
function fileOf(name: string, megabytes = 1, type = 'image/png') {
  const size = megabytes * 1024 * 1024
  return Object.defineProperty(new File(['bytes'], name, { type }), 'size', { value: size })
}

function openPage(query = '') {
  return renderPage(<OpenDisputePage />, {
    route: `/caretaker/disputes/add${query}`,
    session: sessionOf(family),
  })
}

async function openForm(query = '') {
  answer(bookingsCall, listOf([booking]))
  const page = openPage(query)
  const create = await screen.findByRole('button', { name: 'Create Dispute' })
  const { user, fill } = page
  const chooseBooking = async () => {
    await user.click(screen.getByRole('button', { name: /Select booking/ }))
    await user.click(screen.getByRole('option', { name: /#12/ }))
  }
  const chooseType = async (type: string) => {
    const field = screen.getByRole('combobox', { name: 'Dispute type' })
    await user.clear(field)
    await user.paste(type)
    await user.click(screen.getByRole('option', { name: type }))
  }
  return {
    ...page,
    create: () => user.click(create),
    chooseBooking,
    chooseType,
    fillIn: async () => {
      await chooseBooking()
      await chooseType('Schedule Problems')
      await fill('Reason', '  Nora did not come ')
    },
  }
}

it('says that there is no booking to dispute', async () => {
  answer(bookingsCall, listOf([]))
  openPage()
  expect(await screen.findByText('No available bookings for dispute creation')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Create Dispute' })).not.toBeInTheDocument()
})

it('checks booking, type, reason and details in this order, then sends them', async () => {
  const { create, chooseBooking, chooseType, fill } = await openForm()
  await create()
  await expectToast('Please select a booking')
  await chooseBooking()
  await create()
  await expectToast('Please select a dispute type')
  await chooseType('Schedule Problems')
  expect(screen.queryByLabelText('What is it about?')).not.toBeInTheDocument()
  await fill('Reason', '   ')
  await create()
  await expectToast('Please provide a reason for the dispute')
  await chooseType('Other')
  await fill('Reason', 'A key was lost')
  await fill('What is it about?', '   ')
  await create()
  await expectToast('Please provide details for "Other" dispute type')
  expect(screen.getByLabelText('What is it about?')).toHaveAttribute('aria-invalid', 'true')
  expect(sentWrites()).toEqual([])
  await fill('What is it about?', 'A lost key')
  answer('post /api/disputes/', dispute, 201)
  await create()
  await waitFor(() => expect(lastBody()).toMatchObject({ type: 'other', other_type_text: 'A lost key' }))
})

it('sends a dispute with its reason trimmed, then opens the disputes', async () => {
  const { create, fillIn, address } = await openForm()
  await fillIn()
  answer('post /api/disputes/', dispute, 201)
  await create()
  await expectToast('Dispute created successfully!')
  await waitFor(() => expect(address()).toBe('/caretaker/disputes'))
  expect(lastBody()).toEqual({ booking_request: 12, type: 'schedule', reason: 'Nora did not come' })
})

it('uploads the evidence one file at a time, and continues after one that failed', async () => {
  const { create, fillIn, chooseFiles, address } = await openForm()
  await fillIn()
  await chooseFiles(chooser, fileOf('door.png'), fileOf('chat.pdf', 1, 'application/pdf'))
  const captions: unknown[] = []
  answer('post /api/disputes/', dispute, 201)
  server.use(
    http.post('/api/disputes/5/evidence/', async ({ request }) => {
      const text = await request.text()
      captions.push(/Evidence file: \S+/.exec(text)?.[0])
      return HttpResponse.json({ detail: 'The file is empty', code: 'invalid' }, { status: 400 })
    }),
  )
  await create()
  await expectToast(
    'Dispute created successfully! Failed to upload door.png. The file is empty. Failed to upload chat.pdf. The file is empty',
  )
  await waitFor(() => expect(address()).toBe('/caretaker/disputes'))
  expect(captions).toEqual(['Evidence file: door.png', 'Evidence file: chat.pdf'])
})

it('shows why a dispute was refused, and keeps it', async () => {
  const { create, fillIn, chooseFiles, address } = await openForm()
  await fillIn()
  await chooseFiles(chooser, fileOf('door.png'))
  const detail = 'This booking already has a dispute'
  answer('post /api/disputes/', { detail, code: 'conflict' }, 409)
  await create()
  await expectToast(detail)
  answer('post /api/disputes/', {}, 500)
  await create()
  await expectToast('Failed to create dispute')
  expect(screen.getByLabelText('Reason')).toHaveValue('  Nora did not come ')
  expect(screen.getByText('door.png')).toBeInTheDocument()
  expect(address()).toBe('/caretaker/disputes/add')
  expect(sentWrites()).toEqual(Array(2).fill('POST /api/disputes/'))
})

it('rejects evidence of a wrong type, too large, too many or too large together', async () => {
  const { chooseFiles } = await openForm()
  const six = ['1.png', '2.png', '3.png', '4.png', '5.png', '6.png'].map((name) => fileOf(name))
  const countKept = () =>
    within(screen.getByRole('list', { name: 'Chosen: Evidence' })).queryAllByRole('listitem').length
  for (const [files, message] of [
    [
      [fileOf('page.html', 1, 'text/html')],
      'page.html is not a valid file type. Please upload PNG, JPG, or PDF files.',
    ],
    [[fileOf('film.png', 10.5)], 'film.png is too large. Please upload files smaller than 10MB.'],
    [six, 'You can only upload a maximum of 5 files. You currently have 0 files selected.'],
  ] as const) {
    await chooseFiles(chooser, ...files)
    expect(screen.getByText(message)).toBeInTheDocument()
    expect(countKept()).toBe(0)
  }
  await chooseFiles(chooser, fileOf('1.png', 6), fileOf('2.png', 5))
  const together = 'Total file size cannot exceed 10MB. Current total: 11.0MB'
  expect(screen.getByText(together)).toBeInTheDocument()
  expect(countKept()).toBe(1)
})

it('counts the evidence, accepts no more than five files, and removes them one by one', async () => {
  const { chooseFiles, press } = await openForm()
  expect(screen.getByText('0/5 files')).toBeInTheDocument()
  expect(screen.getByText('0.0/10MB')).toBeInTheDocument()
  await chooseFiles(
    chooser,
    ...['1.png', '2.png', '3.png', '4.png', '5.png'].map((name) => fileOf(name, 1.5)),
  )
  expect(screen.getByText('5/5 files')).toBeInTheDocument()
  expect(screen.getByText('7.5/10MB')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Maximum 5 files reached' })).toBeDisabled()
  await press('Remove 3.png')
  expect(screen.getByText('4/5 files')).toBeInTheDocument()
  expect(screen.queryByText('3.png')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: chooser })).toBeEnabled()
})

it('keeps what was typed over a reload', async () => {
  const { fillIn, unmount } = await openForm()
  await fillIn()
  unmount()
  await openForm()
  expect(screen.getByLabelText('Reason')).toHaveValue('  Nora did not come ')
  expect(screen.getByRole('combobox', { name: 'Dispute type' })).toHaveValue('Schedule Problems')
  expect(screen.getByRole('button', { name: /Select booking/ })).toHaveTextContent('#12 · Nora Lind')
})

it('starts with the booking that it was opened for, and describes those that can be chosen', async () => {
  const { user } = await openForm('?booking=12')
  const select = screen.getByRole('button', { name: /Select booking/ })
  expect(select).toHaveTextContent('#12 · Nora Lind')
  expect(select).toHaveAccessibleDescription('May 28 · 3 hours · $126.00')
  await user.click(select)
  expect(screen.getByRole('option', { name: /#12/ })).toHaveTextContent(
    /^#12 · Nora LindThu, May 28.*9:00 AM – 12:00 PM · 3 hours · \$126.00 · submitted Jun 1, 2026$/,
  )
})

it('goes back on Cancel, and to the disputes if it was opened first', async () => {
  const { press, address, goTo } = await openForm()
  await press('Cancel')
  await waitFor(() => expect(address()).toBe('/caretaker/disputes'))
  await act(() => goTo('/bookings'))
  await act(() => goTo('/caretaker/disputes/add'))
  await press('Cancel')
  await waitFor(() => expect(address()).toBe('/bookings'))
  expect(sentWrites()).toEqual([])
})

it('asks before it is left with something typed, and keeps the text', async () => {
  const { press, address, fillIn } = await openForm()
  await fillIn()
  await press('Cancel')
  expect(await screen.findByText('Leave without saving?')).toBeInTheDocument()
  await press('Stay')
  expect(address()).toBe('/caretaker/disputes/add')
  expect(screen.getByLabelText('Reason')).toHaveValue('  Nora did not come ')
  await press('Cancel')
  await press('Leave')
  await waitFor(() => expect(address()).toBe('/caretaker/disputes'))
})

it('offers to retry when the bookings fail to load', async () => {
  answer(bookingsCall, {}, 500)
  const { press } = openPage()
  expect(await screen.findByText('Failed to load bookings')).toBeInTheDocument()
  answer(bookingsCall, listOf([booking]))
  await press('Retry')
  expect(await screen.findByRole('button', { name: 'Create Dispute' })).toBeInTheDocument()
})

it('leads to the report that staff read first, while one is possible', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  onTestFinished(() => void vi.useRealTimers())
  const long = { start_utc: '2026-05-10T13:00:00Z', end_utc: '2026-05-10T16:00:00Z' }
  answer(bookingsCall, listOf([booking, { ...booking, id: 13, windows: [long] }]))
  const { user } = openPage('?booking=12')
  expect(await screen.findByText('Is someone hurt or unsafe?')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Tell us now' })).toHaveAttribute('href', '/bookings/12')
  await user.click(screen.getByRole('button', { name: /Select booking/ }))
  await user.click(screen.getByRole('option', { name: /#13/ }))
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
  expect(screen.queryByRole('link', { name: 'Tell us now' })).not.toBeInTheDocument()
})

it('says what a dispute does to the money and to the visits ahead', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  onTestFinished(() => void vi.useRealTimers())
  const ahead = ['03', '10'].map((day) => ({
    start_utc: `2026-06-${day}T13:00:00Z`,
    end_utc: `2026-06-${day}T16:00:00Z`,
  }))
  const series = { ...booking, id: 13, windows: [...booking.windows, ...ahead] }
  answer(bookingsCall, listOf([booking, series]))
  const { user } = openPage('?booking=12')
  const money = 'The money of this booking that is still with us goes on hold.'
  expect(await screen.findByText(money)).toBeVisible()
  await user.click(screen.getByRole('button', { name: /Select booking/ }))
  await user.click(screen.getByRole('option', { name: /#13/ }))
  const visits =
    'Its visits ahead (Jun 3 and 10) can’t be canceled or moved until the dispute is decided or you close it.'
  expect(screen.getByText(`${money} ${visits}`)).toBeVisible()
})
