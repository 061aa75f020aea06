import type { DocumentField } from './profiles.ts'

/** What a caregiver reads for each of their documents. */
export const DOCUMENT_NAMES: Record<DocumentField, string> = {
  gov_id_front: 'the front of your government ID',
  gov_id_back: 'the back of your government ID',
  certificate: 'your certificate',
}
const ID_SIDES: readonly DocumentField[] = ['gov_id_front', 'gov_id_back']

/**
 * `Your government ID and your certificate`, to begin a sentence; `isOne` says whether its verb is singular.
 * The two sides of an ID are one thing.
 */
export function nameDocuments(documents: readonly DocumentField[]): { name: string; isOne: boolean } {
  const hasBothSides = ID_SIDES.every((side) => documents.includes(side))
  const sides = hasBothSides ? ['your government ID'] : []
  const others = documents.filter((document) => !hasBothSides || !ID_SIDES.includes(document))
  const names = [...sides, ...others.map((document) => DOCUMENT_NAMES[document])]
  const text = names.join(' and ')
  return { name: text.charAt(0).toUpperCase() + text.slice(1), isOne: names.length === 1 }
}
