/** Opens every route on a phone: nothing moves while it loads, and nothing sticks out on the narrowest one. */
import { demo } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { findIds, openScreen, routes } from '../steps/accessibility.ts'
import { expectFits, recordLayoutShifts, sumLayoutShifts } from '../steps/layout.ts'

const phone = { width: 390, height: 844 }
const narrowest = { width: 320, height: 640 }
const maximumShift = 0.05

/** Slow enough that every placeholder is painted. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 }

for (const person of ['visitor', 'family', 'caregiver', 'admin'] as const) {
  test(`every route for the ${person} loads steadily at 390 px and fits 320 px`, async ({
    openPage,
    api,
  }) => {
    const session = person === 'visitor' ? null : await api.logIn(demo[person])
    const ids = await findIds(api, person, session)
    const page = await openPage(session, { viewport: phone })
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Network.emulateNetworkConditions', slowNetwork)
    await recordLayoutShifts(page)
    for (const route of routes[person]) {
      await openScreen(page, route, ids)
      expect.soft(await sumLayoutShifts(page), route.path).toBeLessThan(maximumShift)
      await page.setViewportSize(narrowest)
      await expectFits(page, route.path, narrowest.width)
      await page.setViewportSize(phone)
    }
  })
}
