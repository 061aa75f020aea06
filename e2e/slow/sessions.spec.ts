import { toLocalDate } from '@tendwell/contract/time'
import { createPerson } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { returnUntil } from '../steps/screens.ts'

test.use({ product: 'sessions' })

test('a day that passes on the product’s clock is marked past on the screen', async ({ openPage, api }) => {
  const page = await openPage(await api.register(createPerson('Viola'), 'caregiver'))
  const now = await api.advanceClock(0)
  const timeZone = 'America/New_York'
  const today = new Date(now).toLocaleDateString('en-US', { dateStyle: 'full', timeZone })
  // The reload opens this month, too, although the next day may be in another.
  await page.goto(`/caregiver/availability?month=${toLocalDate(now, timeZone).slice(0, 7)}`)
  const day = page.getByRole('button', { name: today })
  await expect(day).toBeVisible()
  await expect(day).not.toHaveAccessibleName(/past/)

  await api.advanceClock(24 * 60)
  // The 401 response already carries the new date, but a reload before the token refresh would start logged out.
  await returnUntil(page, () =>
    page.waitForResponse(
      (answer) => new URL(answer.url()).pathname.startsWith('/api/availability/') && answer.status() === 200,
      { timeout: 10_000 },
    ),
  )
  await expect(day).toHaveAccessibleName(/past/)
  await page.reload()
  await expect(day).toHaveAccessibleName(/past/)
})
