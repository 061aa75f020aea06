/** Staff who must turn on two-step sign-in before they can use the console. */
import { demo } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { expectAccessibleInBoth } from '../steps/accessibility.ts'
import { expectFits, resize } from '../steps/layout.ts'
import { enterPassword, logOut, nextCode, setUpApp } from '../steps/two-step.ts'

test.use({ settings: { ADMIN_TWO_STEP: 'required' } })

test('an admin sets up two-step sign-in, and the page they wanted opens', async ({ page, api }) => {
  await page.goto('/admin/disputes')
  await page.getByLabel('Email').fill(demo.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(demo.admin.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Secure your account first' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible()
  await expectAccessibleInBoth(page, 'the required setup')
  await expectFits(page, 'the required setup')
  await resize(page, { width: 1440, height: 900 })

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
