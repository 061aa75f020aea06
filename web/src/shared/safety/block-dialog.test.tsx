import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { blockPreview, emptyBlockPreview, monday } from '../../../test/data.ts'
import { caregiver, family, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../test/server.ts'
import { BlockDialog } from './block-dialog.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

const onClose = vi.fn()
const [ofCaregiver, ofFamily] = [
  `get /api/blocks/${caregiver.id}/preview/`,
  `get /api/blocks/${family.id}/preview/`,
] as const

function openAs(role: 'caretaker' | 'caregiver') {
  const [viewer, person] = role === 'caretaker' ? [family, caregiver] : [caregiver, family]
  const page = renderPage(<BlockDialog person={person} role={role} onClose={onClose} />, {
    session: sessionOf(viewer),
  })
  return { ...page, dialog: within(screen.getByRole('alertdialog')) }
}

it('tells a family what comes back of the visits that its block cancels, then blocks', async () => {
  answer(ofCaregiver, blockPreview({ refund_usd: 63, kept_usd: 63, disputed: 1 }))
  answer('post /api/blocks/', {}, 204)
  const { choose, dialog, press } = openAs('caretaker')
  const visits = within(await dialog.findByRole('region', { name: 'Paid visits' }))
  expect(visits.getByText('This cancels 1 paid visit.').parentElement).toHaveTextContent(
    '$63.00 goes back to your card, and Nora Lind keeps $63.00, by the cancellation policy. Nora Lind will read that you canceled.',
  )
  expect(visits.getByRole('listitem')).toHaveTextContent('$126.00 back')
  expect(
    visits.getByText('1 booking in a dispute, with us or at a bank, stays until it’s decided.'),
  ).toBeVisible()
  await choose('Reason', 'I don’t feel safe')
  await press('Block and cancel 1 visit')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(lastBody()).toEqual({ user_id: caregiver.id, reason: 'safety', text: '' })
})

it('tells a caregiver that the family gets everything back, and what it does to their completion rate', async () => {
  answer(ofFamily, blockPreview({ completion_rate: { now: 100, after: 92 } }))
  const { dialog } = openAs('caregiver')
  expect((await dialog.findByText('This cancels 1 paid visit.')).parentElement).toHaveTextContent(
    'The family gets $126.00 back. Your completion rate falls from 100% to 92%. They’ll read that you canceled, and see other caregivers.',
  )
})

it('speaks of no visits where none is ahead', async () => {
  answer(ofCaregiver, emptyBlockPreview)
  const { dialog } = openAs('caretaker')
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Block' })).toBeEnabled())
  expect(dialog.queryByRole('region', { name: 'Paid visits' })).not.toBeInTheDocument()
})

it('blocks nobody before it knows what that cancels', async () => {
  answer(ofCaregiver, {}, 500)
  const { dialog, press } = openAs('caretaker')
  expect(await dialog.findByText('Failed to load your visits')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Block' })).toBeDisabled()
  expect(sentWrites()).toEqual([])
  answer(ofCaregiver, emptyBlockPreview)
  await press('Retry')
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Block' })).toBeEnabled())
})

it('keeps what it has loaded when a later load fails', async () => {
  answer(ofCaregiver, emptyBlockPreview)
  const { dialog, returnToTab, store } = openAs('caretaker')
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Block' })).toBeEnabled())
  answer(ofCaregiver, {}, 500)
  returnToTab()
  await waitFor(() =>
    expect(Object.values(store.getState().api.queries)).toContainEqual(
      expect.objectContaining({ endpointName: 'blockPreview', status: 'rejected' }),
    ),
  )
  expect(dialog.queryByText('Failed to load your visits')).not.toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Block' })).toBeEnabled()
})
