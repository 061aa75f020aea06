/** What a family has to pay, on a phone: the button is above the tabs at the bottom. */
import { createPerson } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { addAcceptedRequest, addCaregiver } from '../steps/bookings.ts'

/** Whether the middle and the corners of a button are its own, not of something above it. */
const isUncovered = (page: Page, name: string) =>
  page
    .getByRole('link', { name })
    .first()
    .evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      const points = [
        [(left + right) / 2, (top + bottom) / 2],
        [(left + right) / 2, bottom - 2],
        [(left + right) / 2, top + 2],
      ] as const
      return points.every(([x, y]) => button.contains(document.elementFromPoint(x, y)))
    })

test('“Complete Payment” is never under the tabs of a phone', async ({ openPage, api }) => {
  const caregiver = await addCaregiver(api, 'Nora')
  const family = await api.register(createPerson('Uma'))
  await addAcceptedRequest(api, family, caregiver)
  const page = await openPage(family, { viewport: { width: 390, height: 664 } })
  for (const path of ['/bookings', '/requests', '/']) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Complete Payment' }).first()).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    expect(await isUncovered(page, 'Complete Payment'), `at ${path}`).toBe(true)
  }
})
