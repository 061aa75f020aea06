/** The square that is cut out of a picture. Everything is in the picture's own pixels. */
export interface Size {
  width: number
  height: number
}

export interface Crop {
  /** The square's centre. */
  x: number
  y: number
  /** 1 is the largest square that fits; 2 is half its side. */
  zoom: number
}

export const ZOOM_MAXIMUM = 4

/** The side of the square. */
export function sideOf({ width, height }: Size, zoom: number): number {
  return Math.min(width, height) / zoom
}

/** The largest square, in the middle. */
export function wholeOf({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 }
}

/** Moves the square by shares of its own side: `right: 0.5` is half a square. It stays within the picture. */
export function moved(size: Size, crop: Crop, by: { right: number; down: number }): Crop {
  const side = sideOf(size, crop.zoom)
  return within(size, { ...crop, x: crop.x + by.right * side, y: crop.y + by.down * side })
}

/** Zooms about the square's centre, as far as that goes. */
export function zoomed(size: Size, crop: Crop, zoom: number): Crop {
  return within(size, { ...crop, zoom: Math.min(ZOOM_MAXIMUM, Math.max(1, zoom)) })
}

/** Where the picture stands under the square's window, in shares of the window's side. */
export function placeOf(size: Size, crop: Crop): { width: number; left: number; top: number } {
  const side = sideOf(size, crop.zoom)
  return {
    width: size.width / side,
    left: (side / 2 - crop.x) / side,
    top: (side / 2 - crop.y) / side,
  }
}

function within(size: Size, crop: Crop): Crop {
  const half = sideOf(size, crop.zoom) / 2
  const clamp = (value: number, length: number) => Math.min(length - half, Math.max(half, value))
  return { ...crop, x: clamp(crop.x, size.width), y: clamp(crop.y, size.height) }
}
