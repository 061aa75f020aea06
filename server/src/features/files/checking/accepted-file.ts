import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import { AppError, invalid } from '../../../platform/errors.ts'
import type { Content } from '../../../ports/storage/port.ts'
import type { Upload } from '../uploading/uploads.ts'
import type { FileKind } from './file-kind.ts'
import { type Reencoded, reencodeAvatar, reencodeDocument, UnusableImage } from './images.ts'
import { checkPdf } from './pdf.ts'

/** A file that passed all checks. `contentType` is what its bytes are, whatever the uploader said. */
export type AcceptedFile = {
  kind: FileKind
  content: Content
  contentType: string
  originalName: string
}

/** Animated PNGs are accepted too, because sharp reads their first frame. */
const EVIDENCE_IMAGE_TYPES = ['image/png', 'image/apng', 'image/jpeg']
const IMAGE_TYPES = [...EVIDENCE_IMAGE_TYPES, 'image/webp']
const PDF_TYPE = 'application/pdf'

/**
 * Checks and re-encodes an avatar.
 * @throws AppError 400 for an image that is damaged or too large, 415 for another type
 * @see docs/rules/profiles-and-files.md#uploads
 */
export async function acceptAvatar(upload: Upload): Promise<AcceptedFile> {
  const type = await detectType(upload)
  if (!IMAGE_TYPES.includes(type)) throw unsupportedType(upload, 'Please upload a PNG, JPEG or WebP image')
  const image = await reencodeUpload(upload, reencodeAvatar)
  return { kind: 'avatar', originalName: upload.name, ...image }
}

/**
 * Checks a caregiver's document and re-encodes it if it is an image.
 * @throws AppError 400 for an image that is damaged or too large and for a PDF that `checkPdf` refuses, 415
 *   for another type
 * @see docs/rules/profiles-and-files.md#uploads
 */
export function acceptDocument(upload: Upload): Promise<AcceptedFile> {
  const message = 'Please upload a PNG, JPEG, WebP or PDF file'
  return acceptImageOrPdf(upload, { kind: 'document', imageTypes: IMAGE_TYPES, message })
}

/**
 * Checks a dispute's evidence and re-encodes it if it is an image.
 * @throws AppError 400 for an image that is damaged or too large and for a PDF that `checkPdf` refuses, 415
 *   for another type
 * @see docs/rules/disputes.md#evidence
 */
export function acceptEvidence(upload: Upload): Promise<AcceptedFile> {
  const message = `${upload.name} is not a valid file type. Please upload PNG, JPG, or PDF files.`
  return acceptImageOrPdf(upload, { kind: 'evidence', imageTypes: EVIDENCE_IMAGE_TYPES, message })
}

/** @param options.message what to upload instead, for a file of another type */
async function acceptImageOrPdf(
  upload: Upload,
  { kind, imageTypes, message }: { kind: 'document' | 'evidence'; imageTypes: string[]; message: string },
): Promise<AcceptedFile> {
  const type = await detectType(upload)
  const originalName = upload.name
  if (type === PDF_TYPE) {
    const { problem, mended } = await checkPdf(upload.source)
    if (problem) throw invalid({ [upload.field]: [problem] })
    const content = mended ? toContent(mended) : toUploadContent(upload)
    return { kind, originalName, content, contentType: PDF_TYPE }
  }
  if (!imageTypes.includes(type)) throw unsupportedType(upload, message)
  return { kind, originalName, ...(await reencodeUpload(upload, reencodeDocument)) }
}

/** Detects the type by the bytes; the name and the browser's claim are not trusted. */
async function detectType({ source }: Upload): Promise<string> {
  const detection = typeof source === 'string' ? fileTypeFromFile(source) : fileTypeFromBuffer(source)
  const fileType = await detection.catch(() => undefined)
  if (fileType) return fileType.mime
  return (await readBeginning(source)).includes('%PDF-') ? PDF_TYPE : 'unknown'
}

/**
 * PDF programs look for `%PDF-` in this many bytes at the start of a file, because some files have other
 * lines before it.
 */
const PDF_BEGINNING_BYTES = 1_024

/** The first bytes of a file, in which `%PDF-` is looked for. */
async function readBeginning(source: Upload['source']): Promise<Buffer> {
  if (typeof source !== 'string') return Buffer.from(source.subarray(0, PDF_BEGINNING_BYTES))
  const file = await open(source)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PDF_BEGINNING_BYTES), 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function toUploadContent({ source, bytes }: Upload): Content {
  return { bytes, read: () => (typeof source === 'string' ? createReadStream(source) : source) }
}

/** Bytes in memory as content for the storage. */
export function toContent(content: Uint8Array): Content {
  return { bytes: content.byteLength, read: () => content }
}

/** @throws AppError 400 on the upload's field for an image that can't be used */
async function reencodeUpload(
  upload: Upload,
  reencode: (source: Upload['source']) => Promise<Reencoded>,
): Promise<{ content: Content; contentType: string }> {
  try {
    const { content, contentType } = await reencode(upload.source)
    return { content: toContent(content), contentType }
  } catch (error) {
    if (error instanceof UnusableImage) throw invalid({ [upload.field]: [error.message] })
    throw error
  }
}

function unsupportedType(upload: Upload, message: string): AppError {
  return new AppError(415, 'unsupported_type', message, { fields: { [upload.field]: [message] } })
}
