import type { AdminCancellationPreview } from '@tendwell/contract/cancellation/calls'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { monday, cancellation as ownCancellation } from '../../../test/data.ts'
import { expectToast } from '../../../test/expect.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, lastBody } from '../../../test/server.ts'
import { AdminCancelAction } from './cancel-action.tsx'

const booking = { id: 12, caregiver: { name: 'Nora Lind' }, caretaker: { name: 'Fay Hart' } }
const preview = 'get /api/admin-panel/requests/12/cancellation/'
const cancel = 'post /api/admin-panel/requests/12/cancel/'
const done = { message: 'Booking canceled', id: 12, refund_usd: 63, waiting_usd: 0 }
const cancellation = (changes: Partial<AdminCancellationPreview> = {}): AdminCancellationPreview => ({
  ...ownCancellation(),
  waiting_usd: 0,
  ...changes,
})
const half = cancellation({ refund_usd: 63, kept_usd: 63 })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

async function openDialog() {
  const page = renderPage(<AdminCancelAction booking={booking} />, { session: sessionOf(admin) })
  await page.press('Cancel booking')
  return { ...page, dialog: within(await screen.findByRole('alertdialog')) }
}

/** A row of the outcome, once it is there. */
const findRow = async (term: string) => (await screen.findByText(term)).parentElement

it('cancels for the family by the policy, after saying what both sides get', async () => {
  answer(preview, half)
  const page = await openDialog()
  expect(
    page.dialog.getByText(/^Booking #12: Nora Lind for Fay Hart\. .* Both are notified\.$/),
  ).toBeVisible()
  expect(await findRow('Back to Fay Hart')).toHaveTextContent('$63.00')
  expect(await findRow('Nora Lind keeps')).toHaveTextContent('$63.00')
  expect(page.dialog.getByText(/Moderate policy: Full refund until 72 hours/)).toBeVisible()
  expect(page.dialog.queryByText(/waits for finance/)).not.toBeInTheDocument()
  await page.choose('Reason', 'Change of plans')
  await page.fill(/^Note/, ' Called twice ')
  answer(cancel, done)
  await page.press('Cancel visit')
  await expectToast('Canceled. $63.00 is on its way to Fay Hart')
  expect(lastBody()).toEqual({
    booking_ids: [31],
    for: 'caretaker',
    refund: 'policy',
    reason: 'plans_changed',
    refund_usd: 63,
    note: 'Called twice',
  })
})

it('cancels for the caregiver with a full refund and their reasons', async () => {
  answer(preview, cancellation())
  const page = await openDialog()
  await page.choose('Reason', 'Change of plans')
  answer(preview, cancellation({ completion_rate: { now: 100, after: 92 } }))
  await page.user.click(page.dialog.getByRole('radio', { name: /The caregiver/ }))
  expect(page.dialog.getByRole('button', { name: /Refund/ })).toHaveTextContent('Everything')
  expect(await page.dialog.findByText('Nora Lind’s completion rate falls from 100% to 92%.')).toBeVisible()
  await page.press('Cancel visit')
  expect(page.dialog.getByText('Choose a reason')).toBeVisible()
  await waitFor(() => expect(page.dialog.getByRole('button', { name: /Reason/ })).toHaveFocus())
  await page.choose('Reason', 'Family emergency')
  answer(cancel, done)
  await page.press('Cancel visit')
  await expectToast('Canceled. $126.00 is on its way to Fay Hart')
  expect(lastBody()).toMatchObject({ for: 'caregiver', refund: 'full', reason: 'emergency' })
})

it('cancels only the visits that are chosen, without a refund', async () => {
  const [first] = half.windows as [(typeof half.windows)[number]]
  const second = {
    ...first,
    booking_id: 32,
    start_utc: '2026-06-09T13:00:00Z',
    end_utc: '2026-06-09T16:00:00Z',
  }
  answer(preview, cancellation({ windows: [first, second], refund_usd: 252 }))
  const page = await openDialog()
  const visits = within(await page.dialog.findByRole('group', { name: 'Visits to cancel' }))
  for (const box of visits.getAllByRole('checkbox')) expect(box).not.toBeChecked()
  await page.user.click(visits.getAllByRole('checkbox')[2] as HTMLElement)
  answer(preview, cancellation({ windows: [second], refund_usd: 0, kept_usd: 126 }))
  await page.choose('Refund', 'Nothing')
  await waitFor(async () => expect(await findRow('Back to Fay Hart')).toHaveTextContent('$0.00'))
  await page.choose('Reason', 'Illness')
  answer(cancel, { ...done, refund_usd: 0 })
  await page.press('Cancel visit')
  await expectToast('Canceled without a refund')
  expect(lastBody()).toMatchObject({ booking_ids: [32], refund: 'none', refund_usd: 0 })
})

it('shows the new amount when the refund has changed meanwhile', async () => {
  answer(preview, cancellation())
  const page = await openDialog()
  await findRow('Back to Fay Hart')
  await page.choose('Reason', 'Illness')
  answer(preview, half)
  const detail = 'The refund is now $63.00. Please check and confirm again'
  answer(cancel, { detail, code: 'conflict', request_id: 'x', refund_usd: 63 }, 409)
  await page.press('Cancel visit')
  expect(await page.dialog.findByText('The refund has changed')).toBeVisible()
  expect(await findRow('Nora Lind keeps')).toHaveTextContent('$63.00')
  answer(cancel, done)
  await page.press('Cancel visit')
  await expectToast('Canceled. $63.00 is on its way to Fay Hart')
})

it('says why a booking can’t be canceled', async () => {
  const detail = 'This booking has an open dispute, so it can’t be canceled'
  answer(preview, { detail, code: 'conflict', request_id: 'x' }, 409)
  const { dialog } = await openDialog()
  expect(await dialog.findByText(detail)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Cancel visit' })).toBeDisabled()
})

it.each([
  [63, 'Canceled. $63.00 is on its way to Fay Hart. $63.00 waits for finance or an admin'],
  [126, 'Canceled. $126.00 waits for finance or an admin'],
])('says that $%d wait for finance or an admin, and cancels at once', async (waiting, toast) => {
  answer(preview, cancellation({ waiting_usd: waiting }))
  const page = await openDialog()
  expect(await findRow('Back to Fay Hart')).toHaveTextContent('$126.00')
  expect(await findRow('Of this, waits for finance or an admin')).toHaveTextContent(`$${waiting}.00`)
  await page.choose('Reason', 'Change of plans')
  answer(cancel, { ...done, waiting_usd: waiting })
  await page.press('Cancel visit')
  await expectToast(toast)
  expect(lastBody()).toMatchObject({ refund_usd: 126 })
})
