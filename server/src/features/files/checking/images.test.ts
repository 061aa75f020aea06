import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { reencodeAvatar, reencodeDocument, UnusableImage } from './images.ts'

const HALF = 64

/** Four quarters in four colors, so that every orientation looks different. */
async function makeQuarters(orientation: number): Promise<Buffer> {
  const quarter = (background: string, left: number, top: number) => ({
    input: { create: { width: HALF, height: HALF, channels: 3 as const, background } },
    left,
    top,
  })
  return sharp({ create: { width: 2 * HALF, height: 2 * HALF, channels: 3, background: '#000' } })
    .composite([quarter('#f00', 0, 0), quarter('#0f0', HALF, 0), quarter('#00f', 0, HALF)])
    .withMetadata({ orientation })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** The colors of the four corners, each channel rounded to 0 or 1. */
async function readCorners(image: Buffer): Promise<number[]> {
  const pixels = await sharp(image).removeAlpha().resize(4, 4, { kernel: 'nearest' }).raw().toBuffer()
  return [0, 3, 12, 15].map((at) =>
    [0, 1, 2].reduce((sum, c) => sum * 2 + ((pixels[at * 3 + c] ?? 0) > 127 ? 1 : 0), 0),
  )
}

describe('re-encoding', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'turns an image with EXIF orientation %i upright',
    async (orientation) => {
      const picture = await makeQuarters(orientation)
      const upright = await readCorners(await sharp(picture).autoOrient().png().toBuffer())
      expect(new Set(upright).size).toBe(4)
      expect(await readCorners((await reencodeAvatar(picture)).content)).toEqual(upright)
      expect(await readCorners((await reencodeDocument(picture)).content)).toEqual(upright)
    },
  )

  it('shrinks a large document, never enlarges one, and makes transparency white', async () => {
    const wide = await sharp({ create: { width: 4_000, height: 100, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const { content, contentType } = await reencodeDocument(wide)
    expect(contentType).toBe('image/jpeg')
    expect(await sharp(content).metadata()).toMatchObject({ width: 3_000, height: 75, format: 'jpeg' })
    expect((await sharp(content).stats()).channels[0]?.min).toBe(255)
  })

  it('accepts a photo without its last bytes, and refuses one without its last rows', async () => {
    const noise = { type: 'gaussian' as const, mean: 120, sigma: 40 }
    const photo = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#888', noise } })
      .jpeg()
      .toBuffer()
    for (const missing of [1, 2, 10, 500]) {
      const { content } = await reencodeDocument(photo.subarray(0, -missing))
      expect(await sharp(content).metadata()).toMatchObject({ width: 400, height: 400 })
    }
    for (const kept of [0.9, 0.5]) {
      const cut = photo.subarray(0, Math.round(photo.length * kept))
      await expect(reencodeDocument(cut)).rejects.toThrow('This image is damaged')
    }
  })

  it('accepts a progressive photo without its last details, and refuses one without more than details', async () => {
    const noise = { type: 'gaussian' as const, mean: 120, sigma: 40 }
    const photo = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#a60', noise } })
      .jpeg({ progressive: true })
      .toBuffer()
    const before = await sharp(photo).stats()
    for (const kept of [photo.length - 1, photo.length - 10, photo.length - 500, photo.length * 0.9]) {
      const { content } = await reencodeDocument(photo.subarray(0, Math.round(kept)))
      const after = await sharp(content).stats()
      for (const [index, { mean }] of after.channels.entries()) {
        expect(Math.abs(mean - (before.channels[index]?.mean ?? 0))).toBeLessThan(3)
      }
    }
    for (const kept of [0.3, 0.1]) {
      const cut = photo.subarray(0, Math.round(photo.length * kept))
      await expect(reencodeDocument(cut)).rejects.toThrow('This image is damaged')
    }
  })

  it.each([
    ['a PNG', (image: Sharp) => image.png()],
    ['a PNG of few colors', (image: Sharp) => image.png({ palette: true })],
    ['a WebP', (image: Sharp) => image.webp()],
    ['a WebP without losses', (image: Sharp) => image.webp({ lossless: true })],
  ])('accepts %s without its last bytes, and refuses one without its last rows', async (_kind, write) => {
    const noise = { type: 'gaussian' as const, mean: 120, sigma: 40 }
    const drawn = sharp({ create: { width: 400, height: 400, channels: 3, background: '#888', noise } })
    const picture = await write(drawn).toBuffer()
    const { content: whole } = await reencodeDocument(picture)
    const top = (content: Buffer) =>
      sharp(content).extract({ left: 0, top: 0, width: 400, height: 352 }).raw().toBuffer()
    for (const missing of [1, 12, 20, 100]) {
      const { content } = await reencodeDocument(picture.subarray(0, -missing))
      expect(await sharp(content).metadata()).toMatchObject({ width: 400, height: 400 })
      expect((await top(content)).equals(await top(whole))).toBe(true)
      expect((await reencodeAvatar(picture.subarray(0, -missing))).contentType).toBe('image/webp')
    }
    for (const kept of [0.9, 0.5, 0.01]) {
      const cut = picture.subarray(0, Math.round(picture.length * kept))
      await expect(reencodeDocument(cut)).rejects.toThrow('This image is damaged')
    }
  })

  it('accepts a small PNG whose only part lost its check sum', async () => {
    const noise = { type: 'gaussian' as const, mean: 120, sigma: 40 }
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#888', noise } })
      .png()
      .toBuffer()
    const { content } = await reencodeDocument(picture.subarray(0, -14))
    expect(await sharp(content).metadata()).toMatchObject({ width: 40, height: 40 })
  })

  it('refuses a picture that is damaged in its middle, with or without its end', async () => {
    const picture = await sharp(await makeQuarters(1))
      .png()
      .toBuffer()
    const middle = Math.round(picture.length / 2)
    picture.fill(0, middle, middle + 20)
    await expect(reencodeDocument(picture)).rejects.toThrow('This image is damaged')
    await expect(reencodeDocument(picture.subarray(0, -20))).rejects.toThrow('This image is damaged')
  })

  it('rejects a file that is not an image', async () => {
    await expect(reencodeAvatar(Buffer.from('words'))).rejects.toBeInstanceOf(UnusableImage)
  })
})
