import { expect, open, test } from '../fixtures.ts'

test('a rate range can be typed across both fields, by Tab, by mouse and on a phone', async ({
  openPage,
}) => {
  for (const { way, delay, width } of [
    { way: 'Tab', delay: 150, width: 1440 },
    { way: 'mouse', delay: 0, width: 1440 },
    { way: 'mouse', delay: 150, width: 390 },
  ]) {
    const page = await openPage(null, { viewport: { width, height: 800 } })
    await open(page, '/caregivers')
    const isPhone = width === 390
    if (isPhone) await page.getByRole('button', { name: 'Filters' }).click()
    const panel = page.getByRole(isPhone ? 'dialog' : 'complementary', { name: 'Filters' })
    const minimum = panel.getByLabel('Minimum')
    const maximum = panel.getByLabel('Maximum')
    await minimum.click()
    await page.keyboard.type('30', { delay })
    await (way === 'Tab' ? page.keyboard.press('Tab') : maximum.click({ delay }))
    await page.keyboard.type('60', { delay })
    await expect(maximum).toHaveValue('60')
    await panel.getByLabel('City').click()
    await expect(page).toHaveURL('/caregivers?min_rate=30&max_rate=60')
    await expect(minimum).toHaveValue('30')
    await expect(maximum).toHaveValue('60')
  }
})
