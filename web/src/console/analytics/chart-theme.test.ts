import { expect, it } from 'vitest'
import { chartOptions } from './chart-theme.ts'

const color = '#123456'
const theme = {
  forest: color,
  second: color,
  gold: 'gold',
  ink: color,
  inkSoft: color,
  line: color,
  background: color,
  font: 'serif',
}

it('the value axis spans at least its minimum, and more where the data does', () => {
  const { y } = chartOptions(theme, { minimumTop: 60, formatTick: String, formatTooltip: String }).scales
  expect(y).toMatchObject({ suggestedMin: 0, suggestedMax: 60 })
  expect(y).not.toHaveProperty('min')
  expect(y).not.toHaveProperty('max')
})
