/** The main job: a family finds a caregiver, requests hours, pays, and both have the booking. */
import { createPerson } from './api.ts'
import { expect, open, type Page, test } from './fixtures.ts'
import { addAcceptedRequest, addCaregiver, GOOD_CARD } from './steps/bookings.ts'
import { countSteps } from './steps/count-steps.ts'
import { fillCard, openCardPage, payByCard } from './steps/screens.ts'
import { signUp } from './steps/sign-up.ts'

const DECLINED_CARD = '4000 0000 0000 0002'

/** From the landing page to a paid booking, outside the card page. */
const STEPS_MAXIMUM = 12

test('a brand-new family books and pays in a few steps, and the caregiver earns the money', async ({
  page,
  openPage,
  api,
}) => {
  const family = createPerson('Family')
  const caregiver = await addCaregiver(api, 'Caregiver')
  const caregiverPage = await openPage(caregiver)
  const counted = countSteps()
  const { press, steps } = counted

  await open(page, '/')
  await press(page.getByRole('link', { name: 'Find a Caregiver' }).first())
  // The landing page has a search of its own, and is shown a little longer than its address.
  await expect(page.getByRole('heading', { name: 'Find a Caregiver', level: 1 })).toBeVisible()
  // Not counted: other families take one of the first, and this one its own caregiver.
  await page.getByRole('searchbox', { name: /^Search caregivers/ }).fill(caregiver.user.full_name)
  const card = page.locator('li', { has: page.getByRole('link', { name: caregiver.user.full_name }) })
  const hours = card.getByRole('link', { name: /^Book / }).last()
  const [, times = ''] = (await hours.getAttribute('aria-label'))?.split(/(?<=\d), /) ?? []
  await press(hours)
  await press(page.getByRole('link', { name: 'Register' }))
  await expect(page.getByRole('radio', { name: /^Caretaker/ })).toBeChecked()
  await signUp(page, api, family, counted)
  await page.waitForURL(`/caregiver/${caregiver.user.id}/book?date=**`)
  await expect(page.getByRole('region', { name: 'Selected times' })).toContainText(times)
  await press(page.getByRole('button', { name: 'Send Request' }).first())
  await page.waitForURL('/requests')

  await caregiverPage.goto('/requests/incoming')
  const request = caregiverPage.getByRole('article').filter({ hasText: family.name })
  await expect(request).toContainText(times)
  await request.getByRole('button', { name: 'Accept' }).click()

  await press(page.getByRole('link', { name: 'Complete Payment' }))
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  const price = (await pay.textContent())?.replace('Pay ', '') ?? ''
  await press(pay)
  await payByCard(page, DECLINED_CARD)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await payByCard(page, GOOD_CARD)
  await page.waitForURL('/requests')
  expect(steps.length, steps.join('\n')).toBeLessThanOrEqual(STEPS_MAXIMUM)
  await expect(page.getByRole('article')).toContainText('Paid')
  await page.goto('/bookings')
  await expect(page.getByRole('article')).toContainText(times)

  await caregiverPage.goto('/caregiver/bookings')
  await expect(caregiverPage.getByRole('article').filter({ hasText: family.name }).first()).toBeVisible()
  await caregiverPage.goto('/caregiver/wallet')
  const entry = caregiverPage.getByRole('row').filter({ hasText: 'Payment received' }).first()
  await expect(entry).toContainText(`+${price}`)
  await caregiverPage.getByRole('button', { name: /Notifications/ }).click()
  await expect(caregiverPage.getByRole('region', { name: 'Notifications' })).toContainText('is confirmed')
})

test('when two families pay for the same hours, one gets them and the other is refunded', async ({
  openPage,
  api,
}) => {
  const caregiver = await addCaregiver(api, 'Vera')
  const families = [await api.register(createPerson('First')), await api.register(createPerson('Second'))]
  const pages: Page[] = []
  for (const family of families) {
    const { id } = await addAcceptedRequest(api, family, caregiver)
    const page = await openPage(family)
    await openCardPage(page, id)
    pages.push(page)
  }
  const [first, second] = pages as [Page, Page]
  await payTogether([first, second])

  const hasLost = async (page: Page) => {
    const lost = page.getByText('You’ve been refunded in full')
    await expect(lost.or(page.getByText('Paid and booked.'))).toBeVisible()
    return lost.isVisible()
  }
  const firstLost = await hasLost(first)
  expect(await hasLost(second), 'exactly one family is too late').toBe(!firstLost)
  const [winner, loser] = firstLost ? [second, first] : [first, second]
  await expect(
    loser.getByText('Another family booked these times first. The full amount goes back'),
  ).toBeVisible()
  await expect(winner.getByRole('article')).toContainText('Paid and booked')
  await loser.goto('/requests')
  await expect(loser.getByRole('article')).toContainText('Times taken')
  await expect(loser.getByRole('article')).toContainText('refunded in full')
  await loser.goto('/bookings?when=upcoming')
  await expect(loser.getByText('No bookings yet')).toBeVisible()

  const [winnerEmail, loserEmail] = (firstLost ? [1, 0] : [0, 1]).map((at) => families[at]?.user.email ?? '')
  expect(await api.readMail(loserEmail ?? '', 'is no longer free')).toContain(
    'refunding your payment of $96.00 in full',
  )
  await api.findMail(winnerEmail ?? '', 'is confirmed')

  const caregiverPage = await openPage(caregiver)
  await caregiverPage.goto('/caregiver/bookings')
  await expect(caregiverPage.getByRole('article')).toHaveCount(1)
  await caregiverPage.goto('/caregiver/wallet')
  await expect(caregiverPage.getByRole('row').filter({ hasText: 'Payment received' })).toHaveCount(1)
})

/** Pays on several card pages together: no payment continues until all are submitted. */
async function payTogether(pages: readonly Page[]): Promise<void> {
  let sent = 0
  let release = () => {}
  const allSent = new Promise<void>((resolve) => {
    release = resolve
  })
  for (const page of pages) {
    await fillCard(page, GOOD_CARD)
    await page.route('**/sandbox/checkout/*', async (route) => {
      if (route.request().method() === 'POST') {
        sent += 1
        if (sent === pages.length) release()
        await allSent
      }
      await route.continue()
    })
  }
  await Promise.all(pages.map((page) => page.getByRole('button', { name: /^Pay \$/ }).click()))
}

test('a family chooses hours and sends a request with the keyboard only', async ({ openPage, api }) => {
  const caregiver = await addCaregiver(api, 'Kim')
  const mondays = { weekday: 1, start: '09:00', end: '12:00' }
  await api.call(caregiver, 'POST', '/api/availability/rules/', mondays)
  const page = await openPage(await api.register(createPerson('Tabea')), { timezoneId: 'Australia/Adelaide' })
  await page.goto(`/caregiver/${caregiver.user.id}/book`)
  await expect(page.getByText('Times are shown in your time zone, Adelaide time')).toBeVisible()
  const focused = () =>
    page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '')
  const go = async (key: string, wanted: RegExp, most: number, complete = /^/) => {
    for (let step = 0; step < most; step += 1) {
      await expect.poll(focused).toMatch(complete)
      if (wanted.test(await focused())) return
      await page.keyboard.press(key)
    }
    expect(await focused()).toMatch(wanted)
  }
  await expect(page.getByRole('button', { name: /(free|closed|full)$/ }).first()).toBeVisible()
  await go('Tab', /^[A-Z][a-z]+day, .* 20\d\d/, 40)
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('button', { name: /free$/ }).first()).toBeVisible()
  await go('ArrowRight', /free$/, 8, /, (past|closed|full|.* free)$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /[AP]M – / }).first()).toBeVisible()
  await go('Tab', /[AP]M – .*1 hour/, 20)
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Selected times' })).toContainText('1 hour × $48.00')
  await go('Tab', /^Send Request$/, 20)
  await page.keyboard.press('Enter')
  await page.waitForURL('/requests')
  await expect(page.getByRole('article')).toContainText(caregiver.user.full_name)
})
