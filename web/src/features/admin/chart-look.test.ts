import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { chartOptions } from './chart-look.ts'

let optionsOf: typeof chartOptions
beforeAll(async () => {
  // The look follows the system's day and night, which is asked for at once.
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false, addEventListener: () => {} }) })
  optionsOf = (await import('./chart-look.ts')).chartOptions
})

const tone = '#123456'
const look = {
  forest: tone,
  second: tone,
  ink: tone,
  inkSoft: tone,
  line: tone,
  ground: tone,
  font: 'serif',
}

describe('the value axis', () => {
  it('reaches from nothing to its least height, and further both ways where the data does', () => {
    const { y } = optionsOf(look, { leastTop: 60, tick: String, tooltip: String }).scales
    expect(y).toMatchObject({ suggestedMin: 0, suggestedMax: 60 })
    expect(y).not.toHaveProperty('min')
    expect(y).not.toHaveProperty('max')
  })
})
