import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { expectToast } from '../../../../test/expect.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, sentWrites } from '../../../../test/server.ts'
import { PhotoButton } from './photo-button.tsx'

const png = new File(['<html>'], 'odd.png', { type: 'image/png' })

async function choosePhoto() {
  const page = renderPage(<PhotoButton profileRole="caretaker" />, { session: sessionOf(family) })
  await page.press('Change Photo')
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Photo' }))
  await page.chooseFiles('Choose a file: Photo', png)
  const preview = dialog.getByRole('img', { name: 'Photo preview' })
  return { ...page, dialog, preview, upload: dialog.getByRole('button', { name: 'Upload' }) }
}

it('takes only an image of at most 5 MB as a photo', async () => {
  const { press, chooseFiles } = renderPage(<PhotoButton profileRole="caregiver" />)
  await press('Change Photo')
  const dialog = await screen.findByRole('dialog', { name: 'Change Photo' })
  const upload = within(dialog).getByRole('button', { name: 'Upload' })
  expect(upload).toBeDisabled()
  await chooseFiles('Choose a file: Photo', new File([], 'certificate.pdf', { type: 'application/pdf' }))
  expect(within(dialog).getByText('Please choose an image: PNG, JPEG or WebP')).toBeInTheDocument()
  const large = new File([], 'large.png', { type: 'image/png' })
  Object.defineProperty(large, 'size', { value: 5 * 1024 * 1024 + 1 })
  await chooseFiles('Choose a file: Photo', large)
  expect(within(dialog).getByText('Please choose an image up to 5 MB')).toBeInTheDocument()
  expect(upload).toBeDisabled()
  await press('Cancel')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(sentWrites()).toEqual([])
})

it('can’t upload a photo before it has opened', async () => {
  const { dialog, upload } = await choosePhoto()
  expect(dialog.getByText('odd.png')).toBeInTheDocument()
  expect(upload).toBeDisabled()
})

it('rejects a file that can’t be opened as a picture', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const { dialog, preview, upload } = await choosePhoto()
  // jsdom can't decode images.
  for (const image of document.querySelectorAll('img[src^=blob]')) fireEvent.error(image)
  expect(dialog.getByText('We couldn’t open this photo. Please choose another one')).toBeInTheDocument()
  expect(preview).not.toBeInTheDocument()
  expect(upload).toBeDisabled()
  expect(revoke).toHaveBeenCalledTimes(1)
  expect(sentWrites()).toEqual([])
})

it('zooms between the whole photo and a quarter of its side', async () => {
  const { dialog } = await choosePhoto()
  const slider = dialog.getByRole('slider', { name: 'Zoom' })
  expect([slider.getAttribute('min'), slider.getAttribute('max')]).toEqual(['1', '4'])
  fireEvent.change(slider, { target: { value: '2.5' } })
  expect(slider).toHaveAttribute('aria-valuetext', '250 percent')
})

it('forgets the photo when the dialog is closed', async () => {
  const { dialog, press } = await choosePhoto()
  await press('Cancel')
  await press('Change Photo')
  expect(await screen.findByRole('button', { name: 'Choose a file: Photo' })).toBeInTheDocument()
  expect(dialog.queryByText('odd.png')).not.toBeInTheDocument()
})

it('uploads a photo and closes, and keeps it with the reason when the upload failed', async () => {
  const { dialog, upload, press } = await choosePhoto()
  for (const image of document.querySelectorAll('img[src^=blob]')) fireEvent.load(image)
  expect(upload).toBeEnabled()
  answer('post /api/auth/caretaker/avatar/', { detail: 'Very busy', code: 'unavailable' }, 503)
  await press('Upload')
  await expectToast('Failed to update photo')
  expect(dialog.getByText('Very busy')).toBeInTheDocument()
  expect(dialog.getByText('odd.png')).toBeInTheDocument()

  answer('post /api/auth/caretaker/avatar/', { avatar: '/avatars/1', pending_avatar: null })
  await press('Upload')
  await expectToast('Profile photo updated')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sentWrites()).toEqual(Array(2).fill('POST /api/auth/caretaker/avatar/'))
})
