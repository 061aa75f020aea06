import { demo } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { tabTo } from '../steps/screens.ts'

test('a family reviews a booking with the keyboard only', async ({ openPage, api }) => {
  const page = await openPage(await api.logIn(demo.family))
  await page.goto('/my-reviews')
  const waiting = page.getByRole('list', { name: 'Bookings to review' }).getByRole('button')
  await expect(waiting.first()).toBeVisible()
  const reviewed = (await waiting.first().getAttribute('aria-label')) ?? ''

  await tabTo(page, waiting.first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Submit Review' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please select a rating').first()).toBeVisible()
  // The invalid rating takes the focus.
  await expect(page.getByRole('radio', { name: '1 star' })).toBeFocused()
  await page.keyboard.press('Space')
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await page.keyboard.press('Tab')
  const words = 'The notes in the morning were a joy to read.'
  await page.keyboard.type(words)
  await expect(page.getByText(`${words.length}/2000`)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Submit Review' }))
  await page.keyboard.press('Enter')

  await expect(page.getByText('Review submitted')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const written = page.getByRole('list', { name: 'Written reviews' }).getByRole('listitem').first()
  await expect(written).toContainText(words)
  await expect(written).toContainText('Rated 4 of 5')
  await expect(page.getByRole('button', { name: reviewed, exact: true })).toHaveCount(0)
  await written.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Family Reviews' })).toContainText(words)
})
