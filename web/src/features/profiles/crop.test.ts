import { describe, expect, test } from 'vitest'
import { moved, placeOf, sideOf, wholeOf, ZOOM_MAXIMUM, zoomed } from './crop.ts'

const wide = { width: 600, height: 400 }
const tall = { width: 300, height: 900 }

describe('the square', () => {
  test('is the largest that fits, in the middle, to begin with', () => {
    expect(wholeOf(wide)).toEqual({ x: 300, y: 200, zoom: 1 })
    expect(sideOf(wide, 1)).toBe(400)
    expect(placeOf(wide, wholeOf(wide))).toEqual({ width: 1.5, left: -0.25, top: 0 })
    expect(placeOf(tall, wholeOf(tall))).toEqual({ width: 1, left: 0, top: -1 })
  })

  test('moves by shares of its side and stays within the picture', () => {
    expect(moved(wide, wholeOf(wide), { right: 0.1, down: 0 })).toEqual({ x: 340, y: 200, zoom: 1 })
    expect(moved(wide, wholeOf(wide), { right: 5, down: 5 })).toEqual({ x: 400, y: 200, zoom: 1 })
    expect(moved(wide, wholeOf(wide), { right: -5, down: -5 })).toEqual({ x: 200, y: 200, zoom: 1 })
    const close = zoomed(wide, wholeOf(wide), 2)
    expect(moved(wide, close, { right: -9, down: 9 })).toEqual({ x: 100, y: 300, zoom: 2 })
  })

  test('zooms between the whole and a quarter of its side, and comes back within the picture', () => {
    expect(zoomed(wide, wholeOf(wide), 0.2).zoom).toBe(1)
    expect(zoomed(wide, wholeOf(wide), 99).zoom).toBe(ZOOM_MAXIMUM)
    const corner = moved(wide, zoomed(wide, wholeOf(wide), 4), { right: 9, down: 9 })
    expect(corner).toEqual({ x: 550, y: 350, zoom: 4 })
    expect(zoomed(wide, corner, 1)).toEqual({ x: 400, y: 200, zoom: 1 })
  })
})
