import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const [lightText = '', darkText = ''] = css.split('@media (prefers-color-scheme: dark)')
const light = colours(lightText)
const dark = { ...light, ...colours(darkText) }

const grounds = ['paper', 'paper-raised', 'sand']
const textPairs: [text: string, ground: string][] = [
  ...grounds.flatMap((ground): [string, string][] =>
    ['ink', 'ink-soft', 'forest', 'clay', 'gold-ink'].map((text) => [text, ground]),
  ),
  ['on-forest', 'forest'],
  ['on-forest', 'forest-hover'],
  ['on-clay', 'clay'],
  ['on-clay', 'clay-hover'],
  ['on-deep', 'deep'],
  ['on-deep-soft', 'deep'],
  ['gold-thread', 'deep'],
  ['on-sage', 'sage'],
  ['ink', 'sage'],
  ['gold-ink', 'gold-soft'],
  ['ink', 'gold-soft'],
  ['clay', 'clay-soft'],
  ['ink', 'clay-soft'],
  ['paper', 'ink'],
]
const edgePairs: [edge: string, ground: string][] = [
  ...grounds.map((ground): [string, string] => ['edge', ground]),
  ['gold', 'paper'],
  ['gold', 'paper-raised'],
  ['forest', 'paper'],
  ['chart-second', 'paper-raised'],
]

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_, theme) => {
  it.each(textPairs)('reads %s on %s', (text, ground) => {
    expect(contrast(theme, text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(edgePairs)('shows %s against %s', (edge, ground) => {
    expect(contrast(theme, edge, ground)).toBeGreaterThanOrEqual(3)
  })
})

it('gives every colour of the light theme a dark value', () => {
  const names = Object.keys(light).filter((name) => !['transparent', 'current'].includes(name))
  expect(Object.keys(colours(darkText)).sort()).toEqual(names.sort())
})

function colours(text: string): Record<string, string> {
  const found = text.matchAll(/--color-([a-z-]+):\s*([^;]+);/g)
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value.trim()]))
}

function contrast(theme: Record<string, string>, one: string, other: string): number {
  const [darker, lighter] = [luminance(theme[one]), luminance(theme[other])].sort((a, b) => a - b) as [
    number,
    number,
  ]
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance as WCAG defines it. */
function luminance(hex: string | undefined): number {
  if (!hex || !/^#[0-9a-f]{6}$/i.test(hex)) throw new Error(`Not an opaque colour: ${hex}`)
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
