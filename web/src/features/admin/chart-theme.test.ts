import { beforeAll, expect, it, vi } from 'vitest'
import type { chartOptions } from './chart-theme.ts'

let optionsOf: typeof chartOptions
beforeAll(async () => {
  // The module asks for the system's theme when it loads.
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false, addEventListener: () => {} }) })
  optionsOf = (await import('./chart-theme.ts')).chartOptions
})

const color = '#123456'
const theme = {
  forest: color,
  second: color,
  ink: color,
  inkSoft: color,
  line: color,
  background: color,
  font: 'serif',
}

it('the value axis spans at least its minimum, and more where the data does', () => {
  const { y } = optionsOf(theme, { minimumTop: 60, formatTick: String, formatTooltip: String }).scales
  expect(y).toMatchObject({ suggestedMin: 0, suggestedMax: 60 })
  expect(y).not.toHaveProperty('min')
  expect(y).not.toHaveProperty('max')
})
