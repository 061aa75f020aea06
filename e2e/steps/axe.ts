import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '../fixtures.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** No axe violation (WCAG 2.2 AA) on the screen as it stands. What fades in must be there: use reduced motion. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
  expect(told, name).toEqual([])
}
