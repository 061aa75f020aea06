/** How steadily a page loads, and whether it fits its window. */
import { expect, type Page } from '../fixtures.ts'

const narrowest = { width: 320, height: 640 }

/** Records the layout shifts of each page that this tab opens from now on. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** @returns the sum of the open page's layout shifts, once its network is idle */
export async function sumLayoutShifts(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  return page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
  )
}

/** Changes the window's size and waits until the page has it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForFunction((width) => innerWidth === width, size.width)
}

/**
 * A tablet, small laptops and what comes up to a large window: each step that a table's columns change at
 * lies between two.
 */
const tableWidths = [820, 1024, ...Array.from({ length: 9 }, (_, step) => 1280 + 80 * step)]

/**
 * Expects that no table is cut at the side in any window from a tablet on, and leaves the window at the
 * widest.
 */
export async function expectTablesFit(page: Page, where: string): Promise<void> {
  for (const width of tableWidths) {
    await resize(page, { width, height: 900 })
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('main table')].flatMap((table) => {
        const frame = table.parentElement
        const excess = frame ? table.scrollWidth - frame.clientWidth : 0
        return excess > 1 ? [`${table.querySelector('caption')?.textContent}: ${excess} px`] : []
      }),
    )
    expect.soft(cut, `${where} at ${width} px`).toEqual([])
    const reach = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(reach, `${where} at ${width} px`).toBeLessThanOrEqual(width)
  }
}

/**
 * Expects that nothing scrolls or sticks out sideways on the narrowest phone, and leaves the window at its
 * size.
 */
export async function expectFits(page: Page, where: string): Promise<void> {
  const { width } = narrowest
  await resize(page, narrowest)
  const { reach, outside } = await page.evaluate(() => {
    const isClipped = (node: Element): boolean =>
      node !== document.body &&
      (getComputedStyle(node).overflowX !== 'visible' || isClipped(node.parentElement ?? document.body))
    const sticksOut = (node: Element) => {
      const { left, right, width: size } = node.getBoundingClientRect()
      // What only screen readers get is a pixel wide.
      return size > 1 && (left < -1 || right > innerWidth + 1) && !isClipped(node.parentElement ?? node)
    }
    return {
      reach: document.documentElement.scrollWidth,
      outside: [...document.body.querySelectorAll('*')]
        .filter(sticksOut)
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    }
  })
  expect.soft(reach, `${where} at ${width} px`).toBeLessThanOrEqual(width)
  expect.soft(outside, `${where} at ${width} px`).toEqual([])
}
