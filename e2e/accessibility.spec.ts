/**
 * Checks the routes of visitors and families once for axe violations (WCAG 2.2 AA). All others, and themes, phones, menus
 * and dialogs, are checked in slow/.
 */
import { demo } from './api.ts'
import { test } from './fixtures.ts'
import { expectAccessible, findIds, openScreen, routes } from './steps/accessibility.ts'

// axe would measure the contrast of elements that are still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const person of ['visitor', 'family'] as const) {
  test(`every route of a ${person} is accessible`, async ({ openPage, api }) => {
    const session = person === 'visitor' ? null : await api.logIn(demo[person])
    const ids = await findIds(api, person, session)
    const page = await openPage(session)
    for (const route of routes[person]) {
      await openScreen(page, route, ids)
      await expectAccessible(page, route.path)
    }
  })
}
