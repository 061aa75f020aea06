import type { AdminCaregiver, DocumentIds } from '@tendwell/contract/admin'

type Row = Pick<AdminCaregiver, 'id' | 'document_ids'>

/**
 * Which documents of each caregiver an admin was shown. The lists are read anew by themselves, and a document that
 * came in meanwhile is not one that the admin has looked at: rows keep the ids with which they first appeared, and
 * the server refuses a decision on those when they are no longer hers. After that the new ones are what is shown.
 */
export class ShownDocuments {
  readonly #first = new Map<number, DocumentIds>()
  readonly #refused = new Map<number, DocumentIds>()

  /** The rows with the documents as they were first shown. */
  asShown<Shown extends Row>(rows: readonly Shown[]): Shown[] {
    return rows.map((row) => ({ ...row, document_ids: this.#idsOf(row) }))
  }

  /** A decision on a row was refused, because its documents are others by now; the list is being read anew. */
  refused({ id, document_ids }: Row): void {
    this.#first.delete(id)
    this.#refused.set(id, document_ids)
  }

  /** A row was decided on: should she come back, it is with other documents. */
  decided({ id }: Pick<Row, 'id'>): void {
    this.#first.delete(id)
  }

  #idsOf({ id, document_ids: ids }: Row): DocumentIds {
    const refused = this.#refused.get(id)
    if (refused && isSame(refused, ids)) return ids
    this.#refused.delete(id)
    const first = this.#first.get(id) ?? ids
    this.#first.set(id, first)
    return first
  }
}

function isSame(one: DocumentIds, other: DocumentIds): boolean {
  return (
    one.id_front === other.id_front && one.id_back === other.id_back && one.certificate === other.certificate
  )
}
