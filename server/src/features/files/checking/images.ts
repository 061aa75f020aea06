import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { createWorkQueue } from '../../../platform/limits/work-queue.ts'
import { hasWholePicture } from './jpeg-scans.ts'
import { restorePngEnd, restoreWebpEnd } from './lost-ends.ts'

/** An image that cannot be accepted; the message is for the person who uploaded it. */
export class UnusableImage extends Error {
  override name = 'UnusableImage'
}

/** Compared with the image's header before it is decoded. @see docs/rules/profiles-and-files.md#uploads */
const MAX_PIXELS = 40_000_000
/** The memory that one image may take, in formats that are decoded as a whole instead of row by row. */
const MAX_WHOLE_IMAGE_BYTES = 36 * 1024 * 1024
const DECODE_TIMEOUT_SECONDS = 10

/** The share of an image's rows that must be readable if the file lost its last bytes. */
const ROWS_NEEDED = 0.95
const JPEG_END = Buffer.from([0xff, 0xd9])

const DAMAGED = 'This image is damaged'
const TOO_MANY_PIXELS = 'This image is too large. The maximum is 40 megapixels'
const TOO_LARGE_TO_DECODE =
  'This image is too large to open. Save it with fewer pixels, or as a non-progressive JPEG'

const AVATAR_PIXELS = 512
/** Enough to read the small print on a certificate. */
const DOCUMENT_PIXELS = 3_000

/** One image is decoded at a time, to limit the memory; the others wait as files on the disk. */
const enqueue = createWorkQueue({ concurrency: 1, maxWaiting: 16 })
sharp.cache(false)
sharp.concurrency(1)

/** How to turn each EXIF orientation upright. We do it after resizing, when the image is small. */
const ORIENTATIONS: Record<number, { flop?: boolean; angle: number }> = {
  2: { flop: true, angle: 0 },
  3: { angle: 180 },
  4: { flop: true, angle: 180 },
  5: { flop: true, angle: 270 },
  6: { angle: 90 },
  7: { flop: true, angle: 90 },
  8: { angle: 270 },
}

/** A path or the bytes. */
type ImageSource = string | Uint8Array
export type Reencoded = { content: Buffer; contentType: string }

/**
 * Decodes an image and encodes it again as an avatar.
 * @returns a square WebP of 512 pixels without metadata
 * @throws UnusableImage for one that is damaged or too large; AppError 503 if too many wait
 */
export function reencodeAvatar(source: ImageSource): Promise<Reencoded> {
  return reencode(source, 'image/webp', (image) =>
    image.resize(AVATAR_PIXELS, AVATAR_PIXELS, { fit: 'cover' }).webp({ quality: 82 }),
  )
}

/**
 * Decodes an image and encodes it again as a document.
 * @returns a JPEG of at most 3,000 pixels a side without metadata; transparent parts become white
 * @throws UnusableImage for one that is damaged or too large; AppError 503 if too many wait
 */
export function reencodeDocument(source: ImageSource): Promise<Reencoded> {
  return reencode(source, 'image/jpeg', (image) =>
    image
      .resize(DOCUMENT_PIXELS, DOCUMENT_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 88 }),
  )
}

/**
 * Decodes an image, turns it upright and encodes it again. An image that lost only its last bytes gets an end
 * again, so that the rest can be decoded.
 * @param shape resizes the image and sets the format
 */
function reencode(
  source: ImageSource,
  contentType: string,
  shape: (image: Sharp) => Sharp,
): Promise<Reencoded> {
  return enqueue(async () => {
    const decode = async (imageSource: ImageSource, failOn: FailOn) => {
      const image = openImage(imageSource, failOn)
      const orientation = await requireDecodable(image)
      const { flop = false, angle } = ORIENTATIONS[orientation] ?? { angle: 0 }
      return shape(image).flop(flop).rotate(angle).toBuffer()
    }
    const output = await decode(source, 'error')
      .catch(async (error: unknown) => {
        if (error instanceof UnusableImage && error.message !== DAMAGED) throw error
        const bytes = typeof source === 'string' ? await readFile(source) : Buffer.from(source)
        const { picture, failOn } = await restoreLostEnd(bytes, error)
        return decode(picture, failOn)
      })
      .catch((error: unknown) => {
        throw error instanceof UnusableImage ? error : new UnusableImage(DAMAGED, { cause: error })
      })
    return { content: output, contentType }
  })
}

/** At which flaws sharp stops decoding. */
type FailOn = 'none' | 'error' | 'warning'

/**
 * Gives a picture that lost its last bytes an end again, so that it can be decoded.
 * @param error the error of decoding the picture as it is
 * @returns the picture, and how strictly the decoder must read it
 * @throws an error if more than the last bytes are missing, or the picture is damaged in another way
 */
async function restoreLostEnd(bytes: Buffer, error: unknown): Promise<{ picture: Buffer; failOn: FailOn }> {
  const webp = restoreWebpEnd(bytes)
  if (webp) return { picture: webp, failOn: 'error' }
  const png = restorePngEnd(bytes)
  if (png) {
    await requireMostRows(png, 'error')
    return { picture: png, failOn: 'none' }
  }
  if (!/premature end of JPEG/i.test(String(error))) throw error
  const photo = Buffer.concat([bytes, JPEG_END])
  const { isProgressive } = await openImage(photo, 'warning').metadata()
  if (!isProgressive) await requireMostRows(photo, 'warning')
  else if (!hasWholePicture(photo)) throw new Error('A progressive JPEG lacks more than details')
  return { picture: photo, failOn: 'error' }
}

/** Opens an image with limits on its pixels and on the time for decoding it. */
function openImage(source: ImageSource, failOn: FailOn): Sharp {
  return sharp(source, { failOn, limitInputPixels: MAX_PIXELS, sequentialRead: true }).timeout({
    seconds: DECODE_TIMEOUT_SECONDS,
  })
}

/**
 * Decodes the first 95 % of the rows of a picture that lost its end.
 * @throws Error if one of these rows is missing
 */
async function requireMostRows(picture: Buffer, failOn: FailOn): Promise<void> {
  const image = openImage(picture, failOn)
  const { width, height } = await image.metadata()
  const rows = Math.max(1, Math.floor(height * ROWS_NEEDED))
  await image.extract({ left: 0, top: 0, width, height: rows }).jpeg({ quality: 1 }).toBuffer()
}

/**
 * Reads an image's header and refuses an image that would take too much memory. A progressive JPEG or a WebP
 * can't be decoded row by row, so the whole picture must fit into memory.
 * @returns the EXIF orientation
 * @throws UnusableImage for a damaged header, too many pixels, or a picture that takes too much memory
 */
async function requireDecodable(image: Sharp): Promise<number> {
  const header = await image.metadata().catch((error: unknown) => {
    throw new UnusableImage(/pixel limit/i.test(String(error)) ? TOO_MANY_PIXELS : DAMAGED, { cause: error })
  })
  const pixels = header.width * header.height
  if (pixels > MAX_PIXELS) throw new UnusableImage(TOO_MANY_PIXELS)
  const isDecodedWhole = header.isProgressive || header.format === 'webp'
  // The decoder holds a progressive JPEG as 16-bit coefficients. 4:2:0 has colors for each fourth pixel only.
  const is16Bit = header.depth === 'ushort' || header.format === 'jpeg'
  const valuesPerPixel = header.chromaSubsampling === '4:2:0' ? 1.5 : header.channels
  const bytesPerPixel = valuesPerPixel * (is16Bit ? 2 : 1)
  const wholeBytes = isDecodedWhole ? pixels * bytesPerPixel : 0
  if (wholeBytes > MAX_WHOLE_IMAGE_BYTES) throw new UnusableImage(TOO_LARGE_TO_DECODE)
  return header.orientation ?? 1
}
