/** The landing page's carousel: its arrows, its keys and dragging. */
import { expect, open, type Page, test } from '../fixtures.ts'

const strip = (page: Page) => page.getByRole('region', { name: 'Categories of Care' }).getByRole('list')
const card = (page: Page, name: string) => strip(page).getByRole('link', { name, exact: true })
const scrolled = (page: Page) => strip(page).evaluate((list) => list.scrollLeft)
const isAtEnd = (page: Page) =>
  strip(page).evaluate((list) => list.scrollLeft + list.clientWidth > list.scrollWidth - 1)

test('three quick clicks on the carousel’s arrow scroll three steps', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, '/')
  await page.getByRole('button', { name: 'Next categories' }).click({ clickCount: 3 })
  await expect.poll(() => scrolled(page)).toBe(960)
})

test('the carousel’s arrows scroll it 320 px up to its ends, arrow keys move between cards, and a drag opens no card', async ({
  page,
}) => {
  await open(page, '/')
  const earlier = page.getByRole('button', { name: 'Previous categories' })
  const later = page.getByRole('button', { name: 'Next categories' })
  const box = await card(page, 'Newborn care').boundingBox()
  expect([box?.width, box?.height]).toEqual([180, 230])
  await expect(earlier).toBeDisabled()
  await later.click()
  await expect.poll(() => scrolled(page)).toBe(320)
  await earlier.click()
  await expect.poll(() => scrolled(page)).toBe(0)
  await expect(earlier).toBeDisabled()
  await later.focus()
  for (let presses = 0; presses < 8 && !(await isAtEnd(page)); presses += 1) {
    const before = await scrolled(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => scrolled(page)).toBeGreaterThan(before)
  }
  await expect(later).toBeDisabled()
  await expect(earlier).toBeFocused()

  await card(page, 'Newborn care').focus()
  await page.keyboard.press('ArrowRight')
  await expect(card(page, 'Night nanny')).toBeFocused()
  await page.keyboard.press('End')
  await expect(card(page, 'Household management')).toBeFocused()
  await later.click({ force: true })
  await expect(later).toBeDisabled()
  await card(page, 'Pet care').press('Enter')
  await expect(page).toHaveURL('/caregivers?skills=Pet+care')

  await open(page, '/')
  const dragBy = async (distance: number) => {
    await card(page, 'Postpartum support').scrollIntoViewIfNeeded()
    const box = await card(page, 'Postpartum support').boundingBox()
    if (!box) throw new Error('The card is not visible')
    await page.mouse.move(box.x + 90, box.y + 100)
    await page.mouse.down()
    await page.mouse.move(box.x + 90 - distance, box.y + 100, { steps: 4 })
    await page.mouse.up()
  }
  await dragBy(120)
  expect(await scrolled(page)).toBe(120)
  await dragBy(6)
  expect(await scrolled(page)).toBe(126)
  await expect(page).toHaveURL('/')
  await dragBy(5)
  await expect(page).toHaveURL('/caregivers?skills=Postpartum+support')
})
