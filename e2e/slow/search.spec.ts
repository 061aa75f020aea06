import { expect, test } from '../fixtures.ts'

for (const { way, delay } of [
  { way: 'Tab', delay: 150 },
  { way: 'mouse', delay: 0 },
  { way: 'sheet', delay: 150 },
]) {
  test(`a rate range can be typed across both fields: ${way}, ${delay} ms`, async ({ openPage }) => {
    const page = await openPage(null, way === 'sheet' ? { viewport: { width: 390, height: 800 } } : {})
    await page.goto('/caregivers')
    if (way === 'sheet') await page.getByRole('button', { name: 'Filters' }).click()
    const panel = page.getByRole(way === 'sheet' ? 'dialog' : 'complementary', { name: 'Filters' })
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
  })
}
