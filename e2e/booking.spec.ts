import { expect, type Page, test } from './fixtures.ts'
import { fillLogin, logIn, openMail, signUp, someone } from './steps/accounts.ts'
import { createAdmin } from './steps/admin.ts'
import { becomeBookable } from './steps/caregiver.ts'
import { findCaregiver, goToCardPage, payByCard, payTogether, sendRequest } from './steps/family.ts'

const GOOD_CARD = '4242 4242 4242 4242'
const DECLINED_CARD = '4000 0000 0000 0002'
const PROFILE = { city: 'Halifax', rateUsd: 48, skill: 'Sign language' }

test('a family books and pays a caregiver, from sign-up to the money in the wallet', async ({
  page,
  openPage,
}) => {
  test.setTimeout(180_000)
  const admin = someone('Ada')
  const caregiver = someone('Wilma')
  const family = someone('Family')
  const [adminPage, familyPage] = [await openPage(), await openPage()]

  await createAdmin(admin)
  await logIn(adminPage, admin)
  await becomeBookable(page, adminPage, caregiver, PROFILE)

  await signUp(familyPage, family, 'Caretaker')
  await findCaregiver(familyPage, caregiver.name, PROFILE)
  await familyPage.getByRole('link', { name: 'Book Now' }).first().click()
  await familyPage.waitForURL(/\/login/)
  await fillLogin(familyPage, family)
  await familyPage.waitForURL(/\/caregiver\/\d+\/book$/)
  await sendRequest(familyPage)

  await page.goto('/requests/incoming')
  await expect(page.getByRole('article')).toContainText(family.name)
  await expect(page.getByRole('article')).toContainText('$96.00')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Request accepted')).toBeVisible()

  await goToCardPage(familyPage)
  await payByCard(familyPage, DECLINED_CARD)
  await expect(familyPage.getByText('Your card was declined.')).toBeVisible()
  await payByCard(familyPage, GOOD_CARD)
  await familyPage.waitForURL('/requests')
  await expect(familyPage.getByRole('article')).toContainText('Paid')
  await familyPage.goto('/bookings')
  await expect(familyPage.getByRole('article')).toContainText('9:00 AM – 11:00 AM')

  await page.goto('/caregiver/bookings')
  await expect(page.getByRole('article')).toContainText(family.name)
  await page.goto('/caregiver/wallet')
  const entry = page.getByRole('row').filter({ hasText: 'Payment received' })
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('+$96.00')
  await page.getByRole('button', { name: /Notifications/ }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('is confirmed')
})

test('when two families pay for the same hours, one gets them and the other is refunded', async ({
  page,
  openPage,
}) => {
  test.setTimeout(180_000)
  const admin = { email: 'admin@demo.tendwell.test', password: 'tendwell-demo' }
  const caregiver = someone('Vera')
  const families = [someone('First'), someone('Second')] as const
  const adminPage = await openPage()
  const [first, second] = [await openPage(), await openPage()]

  await logIn(adminPage, admin)
  await becomeBookable(page, adminPage, caregiver, PROFILE)
  for (const [family, familyPage] of [
    [families[0], first],
    [families[1], second],
  ] as const) {
    await signUp(familyPage, family, 'Caretaker')
    await logIn(familyPage, family)
    await findCaregiver(familyPage, caregiver.name, PROFILE)
    await familyPage.getByRole('link', { name: 'Book Now' }).first().click()
    await sendRequest(familyPage)
  }

  await page.goto('/requests/incoming')
  for (let left = 2; left > 0; left -= 1) {
    await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(left)
    await page.getByRole('button', { name: 'Accept' }).first().click()
  }
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0)

  await goToCardPage(first)
  await goToCardPage(second)
  await payTogether([first, second], GOOD_CARD)
  const tooLate = 'You are refunded in full'
  const hasLost = async (familyPage: Page) => {
    const lost = familyPage.getByText(tooLate)
    await expect(lost.or(familyPage.getByText('Paid and booked.'))).toBeVisible()
    return lost.isVisible()
  }
  const firstLost = await hasLost(first)
  expect(await hasLost(second), 'exactly one family is too late').toBe(!firstLost)
  const [winner, loser] = firstLost ? [second, first] : [first, second]
  await expect(
    loser.getByText('Another family booked these hours first. All that you paid goes back'),
  ).toBeVisible()
  await expect(winner.getByRole('article')).toContainText('Paid and booked')
  await loser.goto('/requests')
  await expect(loser.getByRole('article')).toContainText('Rejected')
  await expect(loser.getByRole('article')).toContainText('refunded in full')
  await loser.goto('/bookings')
  await expect(loser.getByText('No bookings yet')).toBeVisible()

  const emailOf = (familyPage: Page) => (familyPage === first ? families[0] : families[1]).email
  await openMail(loser, emailOf(loser), "We couldn't book your request")
  await expect(loser.getByText('refunding your payment of $96.00 in full')).toBeVisible()
  await openMail(winner, emailOf(winner), 'Your booking is confirmed')

  await page.goto('/caregiver/bookings')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goto('/caregiver/wallet')
  await expect(page.getByRole('row').filter({ hasText: 'Payment received' })).toHaveCount(1)
})
