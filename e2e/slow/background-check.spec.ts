/** A background check: agreed to, done on the provider's page, decided on by staff, shown to families. */
import { demo } from '../api.ts'
import { expect, open, type Page, test } from '../fixtures.ts'
import { expectAccessibleInBoth } from '../steps/accessibility.ts'
import { addCaregiver } from '../steps/bookings.ts'
import { makePicture, uploadPapers } from '../steps/papers.ts'
import { addStaff } from '../steps/staff.ts'

/** Starts a check on the profile, up to the provider's page. */
async function startCheck(page: Page): Promise<void> {
  await page.goto('/caregiver/profile')
  const panel = page.getByRole('region', { name: 'Background check' })
  await panel.getByRole('button', { name: /^Start a (background|new) check/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Start a background check' })
  await expect(dialog.getByText('National criminal records')).toBeVisible()
  const onward = dialog.getByRole('button', { name: 'Continue to Sandbox Screening' })
  await expect(onward).toBeDisabled()
  await dialog.getByText(/^I’ve read this and agree/).click()
  await onward.click()
  await expect(page.getByRole('heading', { level: 1, name: /Background check/ })).toBeVisible()
}

/** Chooses the result on the provider's page, which leads back to the profile. */
async function finishCheck(page: Page, outcome: string): Promise<void> {
  await page.getByLabel('Name on the ID').fill('Nadia Test')
  await page.getByLabel('Date of birth').fill('1990-05-04')
  await page.getByRole('radio', { name: outcome }).check()
  await page.getByRole('checkbox', { name: /^I agree/ }).check()
  await page.getByRole('button', { name: 'Agree and finish' }).click()
  await expect(page).toHaveURL(/\/caregiver\/profile/)
}

test('a caregiver has a background check, staff accept its result, and families read what it covered', async ({
  openPage,
  api,
}) => {
  const session = await addCaregiver(api, 'Nadia')
  await uploadPapers(api, session, { gov_id_front: await makePicture(), gov_id_back: await makePicture() })
  const verification = `/api/admin-panel/caregivers/${session.user.id}/verification/`
  const verified = { verification_status: 'verified' }
  await api.call(await api.logIn(demo.admin), 'POST', verification, verified)
  const name = session.user.full_name
  const page = await openPage(session)
  const visitor = await openPage()

  await test.step('the page at the provider asks for an agreement', async () => {
    await startCheck(page)
    await page.getByRole('button', { name: 'Agree and finish' }).click()
    await expect(page.getByRole('alert')).toContainText('heck the box to agree')
    await expectAccessibleInBoth(page, 'the page of a background check')
    await finishCheck(page, 'Needs a review')
  })
  await test.step('families see nothing while it is under review', async () => {
    const panel = page.getByRole('region', { name: 'Background check' })
    await expect(panel.getByText('Under review')).toBeVisible()
    await visitor.goto(`/caregivers/${session.user.id}`)
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(visitor.getByText('Background check')).toHaveCount(0)
  })
  await test.step('support finds it in the queue and accepts it', async () => {
    const support = await openPage(await addStaff(api, 'support'))
    await support.goto('/admin')
    await support.getByRole('link', { name: /background checks? to decide on/ }).click()
    await support.getByRole('link', { name: `Review the background check of ${name}` }).click()
    const checks = support.getByRole('region', { name: 'Background checks' })
    const report = await openPage()
    const address = await checks.getByRole('link', { name: /^Report of check/ }).getAttribute('href')
    await report.goto(address ?? '')
    await expect(report.getByText('Result: needs review.')).toBeVisible()
    await expectAccessibleInBoth(report, 'a report at the provider')

    const dialog = support.getByRole('alertdialog')
    await checks.getByRole('button', { name: 'Decline' }).click()
    await expect(dialog.getByLabel(/^Reason/)).toBeFocused()
    await expectAccessibleInBoth(support, 'declining a background check')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await checks.getByRole('button', { name: 'Accept as clear' }).click()
    await expect(dialog.getByLabel(/^Reason/)).toBeFocused()
    await expectAccessibleInBoth(support, 'accepting a background check')
    await dialog.getByLabel(/^Reason/).fill('The record is of someone else.')
    await dialog.getByRole('button', { name: 'Accept as clear' }).click()
    await expect(checks.getByText(/^Accepted as clear by/)).toBeVisible()
  })
  await test.step('the profile says until when families see it', async () => {
    await page.reload()
    const panel = page.getByRole('region', { name: 'Background check' })
    await expect(panel.getByText(/^Families see a badge on your page until/)).toBeVisible()
    await expect(panel.getByRole('button')).toHaveCount(0)
  })
  await test.step('the badge opens its explanation, which says that Tendwell reviewed it', async () => {
    await open(visitor, `/caregivers/${session.user.id}`)
    await visitor.getByRole('button', { name: 'Background check' }).click()
    const dialog = visitor.getByRole('dialog', { name: 'Background check' })
    for (const text of [
      'Identity',
      'Sex offender registry',
      'Sandbox Screening',
      'Valid until',
      'Result reviewed by',
    ]) {
      await expect(dialog.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(dialog.getByText('What it doesn’t mean')).toBeVisible()
    await expectAccessibleInBoth(visitor, 'the explanation of a background check')
    await visitor.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('the provider helps with the report', async () => {
    await page.goto('/sandbox/background-help')
    await expectAccessibleInBoth(page, 'the help of the provider')
  })
})
