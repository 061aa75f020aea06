import type { Area } from 'react-easy-crop'

/** Twice what the server keeps, so that nothing is lost on a high-resolution screen. */
const maximumPixels = 1024

/** Draws the chosen square of a photo to a file. */
export async function cropPhoto(url: string, area: Area): Promise<File> {
  const image = new Image()
  image.src = url
  await image.decode()
  const pixels = Math.max(1, Math.min(maximumPixels, area.width))
  const canvas = document.createElement('canvas')
  canvas.width = pixels
  canvas.height = pixels
  const context = canvas.getContext('2d')
  context?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, pixels, pixels)
  // A browser that can't write WebP writes PNG; the server takes both.
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!content) throw new Error('The photo could not be cropped')
  return new File([content], 'photo', { type: content.type })
}
