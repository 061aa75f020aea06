/** Checks every story with axe, in the dark theme for contrast only. */
import { readdirSync } from 'node:fs'
import { serveStories, showStory } from '../../scripts/stories.mjs'
import { test as base, expect } from '../fixtures.ts'
import { expectAccessibleInBoth } from '../steps/accessibility.ts'

type Stories = Awaited<ReturnType<typeof serveStories>>

const test = base.extend<object, { stories: Stories }>({
  stories: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures this one needs.
    async ({}, use) => {
      const stories = await serveStories()
      await use(stories)
      await stories.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ stories }, use) => use(stories.url),
  // Without it, the product would start.
  storageState: undefined,
})

const source = new URL('../../web/src/', import.meta.url)
const files = readdirSync(source, { encoding: 'utf8', recursive: true })
  .filter((file) => file.endsWith('.stories.tsx'))
  .sort()

/** So many share a page, because loading one takes longer than showing a story. */
const filesPerPage = 5
const pages = Array.from({ length: Math.ceil(files.length / filesPerPage) }, (_, index) =>
  files.slice(index * filesPerPage, (index + 1) * filesPerPage),
)

for (const [index, shownFiles] of pages.entries()) {
  test(`the stories are accessible (${index + 1} of ${pages.length}, from ${shownFiles[0]})`, async ({
    page,
    stories: { stories },
    problems,
  }) => {
    // The answer of the calls that fail.
    problems.allow(/500/)
    await page.goto('/iframe.html')
    for (const file of shownFiles) {
      const shown = stories.filter(({ importPath }) => importPath === `./web/src/${file}`)
      expect(shown, file).not.toEqual([])
      for (const story of shown) {
        await showStory(page, story)
        await expectAccessibleInBoth(page, `${file}: ${story.name}`)
      }
    }
  })
}
