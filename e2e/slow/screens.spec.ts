/**
 * Opens every screen once: it loads few scripts and steadily on a phone, fits the narrowest one, and axe finds nothing on it,
 * nor on its menus and dialogs, on phones and desktops and in the dark theme.
 */
import { type RouteFacts, routes } from '@tendwell/contract/routes'
import { createPerson, demo } from '../api.ts'
import { expect, open, type Page, test } from '../fixtures.ts'
import { expectAccessible, expectAccessibleInBoth } from '../steps/accessibility.ts'
import { addAcceptedRequest, addBooking, addCaregiver } from '../steps/bookings.ts'
import { expectFits, expectTablesFit, recordLayoutShifts, resize, sumLayoutShifts } from '../steps/layout.ts'
import { openCardPage } from '../steps/screens.ts'
import { type Scripts, watchScripts } from '../steps/scripts.ts'
import { findIds, type Screen, screens, type Visitor, withLongName } from './steps/screen-list.ts'

/** The demo is as it was made. */
test.use({ product: 'screens' })

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
const maximumShift = 0.05
/** Slow enough that every placeholder is painted. */
const slowNetwork = { offline: false, latency: 60, downloadThroughput: -1, uploadThroughput: -1 }
/** So few that a test stays short, and that workers can share the rest. */
const screensPerTest = 3

async function visit(
  page: Page,
  scripts: Scripts,
  { path, ready, openings = [] }: Screen,
  ids: Record<string, number>,
) {
  await page.setViewportSize(phone)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(
    page,
    path.replace(/:(\w+)/, (_, name) => String(ids[name])),
  )
  await expect(ready(page)).toBeVisible()
  expect.soft(await sumLayoutShifts(page), path).toBeLessThan(maximumShift)
  await expectAccessible(page, `${path} at ${phone.width} px`)
  scripts.expectFew(path)
  await expectFits(page, path)
  if (path.startsWith('/admin')) await expectTablesFit(page, path)
  await resize(page, desktop)
  await expectAccessibleInBoth(page, `${path} at ${desktop.width} px`)
  for (const [index, openOne] of openings.entries()) {
    await resize(page, phone)
    await openOne(page)
    await expectAccessibleInBoth(page, `${path}, opened ${index + 1}`)
    await page.keyboard.press('Escape')
  }
}

for (const person of Object.keys(screens) as Visitor[]) {
  const count = Math.ceil(screens[person].length / screensPerTest)
  for (let part = 0; part < count; part += 1) {
    test(`the screens of the ${person} load steadily, fit and are accessible (${part + 1} of ${count})`, async ({
      openPage,
      api,
    }) => {
      const session = person === 'visitor' ? null : await api.logIn(demo[person])
      const ids = await findIds(api, person, session)
      const page = await openPage(session)
      const devTools = await page.context().newCDPSession(page)
      await devTools.send('Network.emulateNetworkConditions', slowNetwork)
      const scripts = await watchScripts(devTools)
      await recordLayoutShifts(page)
      for (const screen of screens[person].slice(part * screensPerTest, (part + 1) * screensPerTest)) {
        await test.step(screen.path, () => visit(page, scripts, screen, ids))
      }
    })
  }
}

test('every route is among the screens', () => {
  const paths = Object.values(screens).flatMap((of) => of.map(({ path }) => path.replace(/\?.*/, '')))
  const isVisited = ({ path }: RouteFacts) => {
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '(:\\w+|[\\d-]+)')}$`)
    return paths.some((path) => pattern.test(path))
  }
  expect(Object.values(routes).filter((route) => !isVisited(route))).toEqual([])
})

test('a family whose name is one word of 255 letters fits on the screens of both sides', async ({
  openPage,
  api,
}) => {
  const family = await api.register(withLongName(createPerson('Anna')))
  const caregiver = await addCaregiver(api, 'Berta')
  const { id } = await addBooking(api, family, caregiver)
  const hours = { date: caregiver.openDate, start: '11:00', end: '12:00' }
  await addAcceptedRequest(api, family, caregiver, hours)
  const paths = {
    [caregiver.user.id]: [
      '/requests/incoming',
      '/caregiver/bookings',
      `/caregiver/bookings/${id}`,
      `/caretakers/${family.user.id}`,
      '/notifications',
      '/chat',
      '/',
    ],
    [family.user.id]: ['/account', '/caretaker/profile', `/bookings/${id}`, '/payments/history', '/'],
  }
  for (const person of [caregiver, family]) {
    const page = await openPage(person, { viewport: phone })
    for (const path of paths[person.user.id] ?? []) {
      await open(page, path)
      await page.waitForLoadState('networkidle')
      await expectFits(page, path)
      await resize(page, desktop)
      expect
        .soft(await page.evaluate(() => document.documentElement.scrollWidth), path)
        .toBeLessThanOrEqual(desktop.width)
    }
  }
})

test('the sandbox payment pages fit and are accessible', async ({ openPage, api }) => {
  const family = await api.register(createPerson('Anna'))
  const caregiver = await addCaregiver(api, 'Berta')
  const page = await openPage(family, { viewport: phone })
  await openCardPage(page, (await addAcceptedRequest(api, family, caregiver)).id)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('Your card number is invalid.')).toBeVisible()
  await expectAccessibleInBoth(page, 'the card page')
  await expectFits(page, 'the card page')

  const link = await api.call<{ url: string }>(caregiver, 'POST', '/api/payouts/onboarding-link')
  await page.goto(link.url)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await expectAccessibleInBoth(page, 'the bank page')
  await expectFits(page, 'the bank page')
})
