import { createReadStream } from 'node:fs'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import { AppError, invalid } from '../../platform/errors.ts'
import { type Reencoded, reencodeAvatar, reencodeDocument, UnusableImage } from './images.ts'
import type { Upload } from './uploads.ts'

/** Bytes, in one piece or on the disk; they can be read more than once. */
export type Content = { bytes: number; read(): Uint8Array | AsyncIterable<Uint8Array> }

/** Bytes that may be kept and shown again, with the type that they truly have. */
export type Accepted = {
  kind: 'avatar' | 'document' | 'evidence'
  content: Content
  contentType: string
  originalName: string
}

/** An animated PNG is a PNG whose first picture is taken. */
const IMAGE_TYPES = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/webp'])
const EVIDENCE_IMAGE_TYPES = new Set(['image/png', 'image/apng', 'image/jpeg'])
const PDF_TYPE = 'application/pdf'

/** A picture of a person, from bytes that anyone may have made. @throws AppError 400 damaged or too many pixels, 415 */
export async function acceptAvatar(upload: Upload): Promise<Accepted> {
  const type = await typeOf(upload)
  if (!IMAGE_TYPES.has(type)) throw unsupported(upload, 'Please upload a PNG, JPEG or WebP image')
  const image = await usable(upload, reencodeAvatar)
  return { kind: 'avatar', originalName: upload.name, ...image }
}

/** A picture or PDF of a document. A PDF stays as it is. @throws AppError 400 damaged or too many pixels, 415 */
export async function acceptDocument(upload: Upload): Promise<Accepted> {
  const type = await typeOf(upload)
  const named = { kind: 'document' as const, originalName: upload.name }
  if (type === PDF_TYPE) return { ...named, content: asItCame(upload), contentType: PDF_TYPE }
  if (!IMAGE_TYPES.has(type)) throw unsupported(upload, 'Please upload a PNG, JPEG, WebP or PDF file')
  return { ...named, ...(await usable(upload, reencodeDocument)) }
}

/**
 * A picture or PDF that shows what a dispute is about (admin specification §5).
 * @throws AppError 400 damaged or too many pixels, 415
 */
export async function acceptEvidence(upload: Upload): Promise<Accepted> {
  const type = await typeOf(upload)
  const named = { kind: 'evidence' as const, originalName: upload.name }
  if (type === PDF_TYPE) return { ...named, content: asItCame(upload), contentType: PDF_TYPE }
  if (!EVIDENCE_IMAGE_TYPES.has(type)) {
    throw unsupported(
      upload,
      `${upload.name} is not a valid file type. Please upload PNG, JPG, or PDF files.`,
    )
  }
  return { ...named, ...(await usable(upload, reencodeDocument)) }
}

/** The bytes decide, never the name or what the browser says (decisions §3). */
async function typeOf({ source }: Upload): Promise<string> {
  const looking = typeof source === 'string' ? fileTypeFromFile(source) : fileTypeFromBuffer(source)
  const found = await looking.catch(() => undefined)
  return found?.mime ?? 'unknown'
}

const asItCame = ({ source, bytes }: Upload): Content => ({
  bytes,
  read: () => (typeof source === 'string' ? createReadStream(source) : source),
})

/** Bytes that are in memory already. */
export const inMemory = (content: Uint8Array): Content => ({ bytes: content.byteLength, read: () => content })

async function usable(
  upload: Upload,
  reencode: (source: Upload['source']) => Promise<Reencoded>,
): Promise<{ content: Content; contentType: string }> {
  try {
    const { content, contentType } = await reencode(upload.source)
    return { content: inMemory(content), contentType }
  } catch (error) {
    if (error instanceof UnusableImage) throw invalid({ [upload.field]: [error.message] })
    throw error
  }
}

function unsupported(upload: Upload, message: string): AppError {
  return new AppError(415, 'unsupported_type', message, { fields: { [upload.field]: [message] } })
}
