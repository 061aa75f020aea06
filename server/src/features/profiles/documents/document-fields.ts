import type { DocumentKind } from '@tendwell/contract/console/documents'
import type { DocumentField } from '@tendwell/contract/profiles/profiles'

/** The console's names of the documents, and the names of the same documents in a profile. */
export const FIELD_OF_KIND: Record<DocumentKind, DocumentField> = {
  id_front: 'gov_id_front',
  id_back: 'gov_id_back',
  certificate: 'certificate',
}
