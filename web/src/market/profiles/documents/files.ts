import {
  AVATAR_MAXIMUM_BYTES,
  DOCUMENT_MAXIMUM_BYTES,
  type DocumentField,
} from '@tendwell/contract/profiles/profiles'

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp']
export const documentTypes = [...imageTypes, 'application/pdf']

/** The documents of the verification, in order. The server needs a file for both sides of an ID. */
export const documents: readonly { field: DocumentField; label: string; hint: string }[] = [
  {
    field: 'gov_id_front',
    label: 'Government ID, front',
    hint: 'The side with your photo. For a passport, upload the photo page as the front.',
  },
  {
    field: 'gov_id_back',
    label: 'Government ID, back',
    hint: 'All four corners in view. For a passport, upload the photo page again.',
  },
  { field: 'certificate', label: 'Certificate', hint: 'Optional. First aid, nursing or childcare.' },
]

/** Why a file can't be uploaded as a document; null if it can. The server checks the content. */
export function checkDocument(file: File): string | null {
  if (!documentTypes.includes(file.type)) return 'Please choose an image (PNG, JPEG or WebP) or a PDF'
  return file.size > DOCUMENT_MAXIMUM_BYTES ? 'Please choose a file up to 10 MB' : null
}

export function photoRefusal(file: File): string | null {
  if (!imageTypes.includes(file.type)) return 'Please choose an image: PNG, JPEG or WebP'
  return file.size > AVATAR_MAXIMUM_BYTES ? 'Please choose an image up to 5 MB' : null
}
