import sharp, { type Sharp } from 'sharp'
import { createTurns } from '../../platform/turns.ts'

/** A picture that can't be taken, and why, for its owner. */
export class UnusableImage extends Error {
  override name = 'UnusableImage'
}

/** Checked in the header, before anything is decoded (trust.md, ASVS 5.x). */
const PIXELS_MAXIMUM = 40_000_000
/** Some forms are opened whole, not line by line; this is as much memory as one of them may take. */
const WHOLE_IMAGE_MAXIMUM_BYTES = 36 * 1024 * 1024
const DECODE_LIMIT_SECONDS = 10

const DAMAGED = 'This picture is damaged'
const TOO_MANY_PIXELS = 'This picture is too large: at most 40 megapixels'
const TOO_LARGE_WHOLE =
  'This kind of picture is too large to open. Save it with fewer pixels, or as a JPEG that is not progressive'

const AVATAR_PIXELS = 512
/** Enough to read the small print of a certificate. */
const DOCUMENT_PIXELS = 3_000

/** One picture at a time bounds the memory; what waits is on the disk. */
const inTurn = createTurns({ atOnce: 1, waitingMaximum: 16 })
sharp.cache(false)
sharp.concurrency(1)

/** What each of EXIF's orientations asks for. Done by hand after resizing, when the picture is small. */
const TURNS: Record<number, { flop?: boolean; angle: number }> = {
  2: { flop: true, angle: 0 },
  3: { angle: 180 },
  4: { flop: true, angle: 180 },
  5: { flop: true, angle: 270 },
  6: { angle: 90 },
  7: { flop: true, angle: 90 },
  8: { angle: 270 },
}

/** A file's path, or its bytes. */
type Picture = string | Uint8Array
export type Reencoded = { content: Buffer; contentType: string }

/** A square WebP of 512 pixels, without metadata. @throws UnusableImage; AppError 503 when too many wait */
export function reencodeAvatar(picture: Picture): Promise<Reencoded> {
  return reencode(picture, 'image/webp', (image) =>
    image.resize(AVATAR_PIXELS, AVATAR_PIXELS, { fit: 'cover' }).webp({ quality: 82 }),
  )
}

/** A JPEG of at most 3,000 pixels a side, without metadata. @throws UnusableImage; AppError 503 when too many wait */
export function reencodeDocument(picture: Picture): Promise<Reencoded> {
  return reencode(picture, 'image/jpeg', (image) =>
    image
      .resize(DOCUMENT_PIXELS, DOCUMENT_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 88 }),
  )
}

function reencode(picture: Picture, contentType: string, shape: (image: Sharp) => Sharp): Promise<Reencoded> {
  return inTurn(async () => {
    const image = sharp(picture, {
      failOn: 'error',
      limitInputPixels: PIXELS_MAXIMUM,
      sequentialRead: true,
    }).timeout({ seconds: DECODE_LIMIT_SECONDS })
    const orientation = await orientationOf(image)
    const { flop = false, angle } = TURNS[orientation] ?? { angle: 0 }
    const output = await shape(image)
      .flop(flop)
      .rotate(angle)
      .toBuffer()
      .catch((error: unknown) => {
        throw new UnusableImage(DAMAGED, { cause: error })
      })
    return { content: output, contentType }
  })
}

/** Reads the header alone: which way is up. @throws UnusableImage for one that announces too much */
async function orientationOf(image: Sharp): Promise<number> {
  const header = await image.metadata().catch((error: unknown) => {
    throw new UnusableImage(/pixel limit/i.test(String(error)) ? TOO_MANY_PIXELS : DAMAGED, { cause: error })
  })
  const pixels = header.width * header.height
  if (pixels > PIXELS_MAXIMUM) throw new UnusableImage(TOO_MANY_PIXELS)
  const isOpenedWhole = header.isProgressive || header.format === 'webp'
  // A progressive JPEG is collected as 16-bit coefficients, those of its colours often for every fourth pixel alone.
  const isWide = header.depth === 'ushort' || header.format === 'jpeg'
  const perPixel = header.chromaSubsampling === '4:2:0' ? 1.5 : header.channels
  const bytesPerPixel = perPixel * (isWide ? 2 : 1)
  const wholeBytes = isOpenedWhole ? pixels * bytesPerPixel : 0
  if (wholeBytes > WHOLE_IMAGE_MAXIMUM_BYTES) throw new UnusableImage(TOO_LARGE_WHOLE)
  return header.orientation ?? 1
}
