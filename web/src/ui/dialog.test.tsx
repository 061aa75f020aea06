import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

function openDialog() {
  const onClose = vi.fn()
  render(
    <Dialog isOpen onClose={onClose} title="Report Nora">
      <input aria-label="Details" />
    </Dialog>,
  )
  return { onClose, user: userEvent.setup({ delay: null }) }
}

it('stays open after a press beside it, so that nothing typed is lost', async () => {
  const { onClose, user } = openDialog()
  await user.type(screen.getByLabelText('Details'), 'They asked for cash')
  const overlay = screen.getByRole('dialog', { name: 'Report Nora' }).parentElement?.parentElement
  await user.click(overlay as HTMLElement)
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Details')).toHaveValue('They asked for cash')
})

it('closes on Escape and by its button', async () => {
  const { onClose, user } = openDialog()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledTimes(2)
})

it('stays open while a confirmed action is pending', async () => {
  const onClose = vi.fn()
  render(
    <ConfirmDialog
      isOpen
      isPending
      onClose={onClose}
      onConfirm={vi.fn()}
      title="Close DPT-7?"
      consequence="We’ll stop reviewing it."
      confirmLabel="Close dispute"
    />,
  )
  const user = userEvent.setup({ delay: null })
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).not.toHaveBeenCalled()
})
