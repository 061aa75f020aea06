import type { DocumentKind } from '@tendwell/contract/console/documents'
import type { DocumentField } from '@tendwell/contract/profiles/profiles'

/** The profile's name of each document. */
export const FIELDS: Record<DocumentKind, DocumentField> = {
  id_front: 'gov_id_front',
  id_back: 'gov_id_back',
  certificate: 'certificate',
}
