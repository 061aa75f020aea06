import { AVATAR_MAXIMUM_BYTES, DOCUMENT_MAXIMUM_BYTES, type DocumentField } from '@tendwell/contract/profiles'

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp']
export const documentTypes = [...imageTypes, 'application/pdf']

/** The documents of a verification, in the order in which they are asked for. */
export const documents: readonly { field: DocumentField; label: string; hint: string }[] = [
  { field: 'gov_id_front', label: 'Government ID, front', hint: 'The side with your photo.' },
  { field: 'gov_id_back', label: 'Government ID, back', hint: 'All four corners in view.' },
  { field: 'certificate', label: 'Certificate', hint: 'First aid, nursing, childcare: your best one.' },
]

/** Why a file can't be a document, before it is sent; null when it may be one. The server looks at the bytes. */
export function documentRefusal(file: File): string | null {
  if (!documentTypes.includes(file.type)) return 'Please choose an image (PNG, JPEG or WebP) or a PDF'
  return file.size > DOCUMENT_MAXIMUM_BYTES ? 'Please choose a file of 10 MB or less' : null
}

export function photoRefusal(file: File): string | null {
  if (!imageTypes.includes(file.type)) return 'Please choose an image: PNG, JPEG or WebP'
  return file.size > AVATAR_MAXIMUM_BYTES ? 'Please choose an image of 5 MB or less' : null
}
