/** Checks the open page with axe. */
import axe from 'axe-core'
import { expect, type Page } from '../fixtures.ts'

const wcag22AA = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] } as const
const contrast = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const

/** Expects no violation of WCAG 2.2 AA that axe finds. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  expect.soft(await findViolations(page, wcag22AA), where).toEqual([])
}

/**
 * Expects it, and enough contrast in the dark theme, whose elements are the same. Leaves the page in the
 * light one.
 */
export async function expectAccessibleInBoth(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await findViolations(page, contrast), `${where} in the dark theme`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

async function findViolations(page: Page, runOnly: typeof wcag22AA | typeof contrast): Promise<string[]> {
  // axe would measure colors that fade in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  if (!isLoaded) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    const { axe: loaded } = globalThis as unknown as { axe: typeof axe }
    // While its list is open, a combo box of React Aria hides the rest of the page from screen readers. Tab
    // closes the list.
    const hidesTheRest = document.querySelector('[role=combobox][aria-expanded=true]') !== null
    // What a dialog hides, or an open menu of the header covers, was checked without it.
    const isHidden = document.querySelector('#root[inert], #root[aria-hidden=true]') !== null
    const overlays = isHidden
      ? [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=listbox], [role=menu]')]
      : []
    const isCovered = document.querySelector('[aria-expanded=true]:not(main [aria-expanded=true])') !== null
    const context = overlays.length > 0 ? { include: overlays } : isCovered ? { exclude: ['main'] } : document
    const { violations } = await loaded.run(context, {
      runOnly: { type: only.type, values: [...only.values] },
      rules: hidesTheRest && only.type === 'tag' ? { 'aria-hidden-focus': { enabled: false } } : {},
      resultTypes: ['violations'],
      selectors: false,
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  }, runOnly)
}
