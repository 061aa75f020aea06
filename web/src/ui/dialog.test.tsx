import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { FormDialog } from './form-dialog.tsx'

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

it('has no Close button to press while its form is sent', async () => {
  const onClose = vi.fn()
  render(
    <FormDialog
      onClose={onClose}
      title="Invite someone"
      submission={{ submit: async () => {}, isPending: true, formError: undefined }}
      submitLabel="Invite"
      pendingLabel="Inviting…"
    >
      <input aria-label="Email" />
    </FormDialog>,
  )
  const user = userEvent.setup({ delay: null })
  expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled()
  await user.type(screen.getByLabelText('Email'), '{Escape}')
  expect(onClose).not.toHaveBeenCalled()
})

it('confirms with Enter in a field of one line, and never through the form around it', async () => {
  const onConfirm = vi.fn()
  const onOuterSubmit = vi.fn()
  const dialog = (isConfirmDisabled: boolean) => (
    <form onSubmit={onOuterSubmit}>
      <ConfirmDialog
        isOpen
        onClose={vi.fn()}
        onConfirm={onConfirm}
        isConfirmDisabled={isConfirmDisabled}
        title="Refund booking #12"
        consequence="We notify both sides."
        confirmLabel="Refund"
      >
        <input aria-label="Reference" />
        <textarea aria-label="Reason" />
      </ConfirmDialog>
    </form>
  )
  const { rerender } = render(dialog(true))
  const user = userEvent.setup({ delay: null })
  await user.type(screen.getByLabelText('Reference'), 'T-7{Enter}')
  expect(onConfirm).not.toHaveBeenCalled()
  rerender(dialog(false))
  await user.type(screen.getByLabelText('Reason'), 'Left early{Enter}')
  expect(onConfirm).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText('Reference'), '{Enter}')
  expect(onConfirm).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: 'Refund' }))
  expect(onConfirm).toHaveBeenCalledTimes(2)
  expect(onOuterSubmit).not.toHaveBeenCalled()
})
