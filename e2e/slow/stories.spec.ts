/** Checks every story for axe violations in both themes. */
import { readdirSync } from 'node:fs'
import { serveStories, showStory } from '../../scripts/stories.mjs'
import { test as base, expect } from '../fixtures.ts'
import { expectAccessible } from '../steps/accessibility.ts'

type Stories = Awaited<ReturnType<typeof serveStories>>

const test = base.extend<object, { stories: Stories }>({
  stories: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures this one needs.
    async ({}, use) => {
      const stories = await serveStories()
      await use(stories)
      await stories.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ stories }, use) => use(stories.url),
})

// axe would measure the contrast of elements that are still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const source = new URL('../../web/src/', import.meta.url)
const files = readdirSync(source, { encoding: 'utf8', recursive: true })
  .filter((file) => file.endsWith('.stories.tsx'))
  .sort()

for (const file of files) {
  test(`the stories of ${file} are accessible`, async ({ page, stories: { stories }, problems }) => {
    // The answer of the calls that fail.
    problems.allow(/503/)
    const shown = stories.filter(({ importPath }) => importPath === `./web/src/${file}`)
    expect(shown, 'stories').not.toEqual([])
    await page.goto('/iframe.html')
    for (const story of shown) {
      await showStory(page, story)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page, `${story.name}, ${colorScheme}`)
      }
    }
  })
}
