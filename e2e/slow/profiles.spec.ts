import { fileURLToPath } from 'node:url'
import { createPerson } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { chooseFiles } from '../steps/screens.ts'

const picture = fileURLToPath(new URL('../files/document.png', import.meta.url))

test('a photo is cropped to a square by keyboard or mouse, and uploaded', async ({ openPage, api }) => {
  const page = await openPage(await api.register(createPerson('Ines')))
  await page.goto('/caretaker/profile')
  await page.getByRole('button', { name: 'Change Photo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Photo' })
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true })
  const broken = { name: 'odd.png', mimeType: 'image/png', buffer: Buffer.from('<html>') }
  await chooseFiles(page, 'Choose a file: Photo', broken)
  await expect(dialog.getByText('We couldn’t open this photo')).toBeVisible()
  await expect(upload).toBeDisabled()

  await chooseFiles(page, 'Choose a file: Photo', picture)
  const square = dialog.getByRole('application')
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  const preview = dialog.getByRole('img', { name: 'Photo preview' }).locator('img')
  const readPlace = () => preview.evaluate(({ style }) => [style.width, style.transform])
  const expectMove = async (move: () => Promise<void>) => {
    const before = await readPlace()
    await move()
    await expect.poll(readPlace).not.toEqual(before)
  }
  await expect(square).toBeVisible()
  await expectMove(async () => {
    await square.focus()
    await page.keyboard.press('ArrowRight')
  })
  await expectMove(() => page.keyboard.press('+'))
  await expect(zoom).toHaveValue('1.1')
  await expectMove(async () => {
    await zoom.focus()
    await page.keyboard.press('ArrowRight')
  })
  await expect(zoom).toHaveValue('1.2')
  const { x = 0, y = 0 } = (await square.boundingBox()) ?? {}
  await expectMove(async () => {
    await page.mouse.move(x + 100, y + 100)
    await page.mouse.down()
    await page.mouse.move(x + 130, y + 100)
    await page.mouse.up()
  })

  await upload.click()
  await expect(page.getByText('Profile photo updated')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Account/ }).locator('img')).toHaveAttribute(
    'src',
    /^\/avatars\/[0-9a-f-]{36}$/,
  )
})
