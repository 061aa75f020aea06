/** Staff who must turn on two-step sign-in before they can use the console. */
import { demo } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { expectAccessible } from '../steps/accessibility.ts'
import { enterPassword, logOut, nextCode, setUpApp } from '../steps/two-step.ts'

test.use({ settings: { ADMIN_TWO_STEP: 'required' } })

test('an admin sets up two-step sign-in, and the page they wanted opens', async ({ page, api }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/admin/disputes')
  await page.getByLabel('Email').fill(demo.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(demo.admin.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Secure your account first' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible()
  await expectAccessible(page, 'the required setup')
  await page.setViewportSize({ width: 320, height: 800 })
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(320)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page, 'the required setup in the dark theme')
  await page.setViewportSize({ width: 1440, height: 900 })

  const { secret } = await setUpApp(page, api)
  await expect(page.getByRole('heading', { level: 1, name: /Disputes/ })).toBeVisible()
  await expect(page).toHaveURL('/admin/disputes')

  await page.goto('/account')
  await expect(page.getByText(/To remove this one, add another first/)).toBeVisible()

  await logOut(page)
  await enterPassword(page, demo.admin)
  await page.getByLabel('Code', { exact: true }).fill(await nextCode(api, secret))
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()
})
