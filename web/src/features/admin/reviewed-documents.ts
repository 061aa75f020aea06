import type { AdminCaregiver, DocumentIds } from '@tendwell/contract/admin'

type Row = Pick<AdminCaregiver, 'id' | 'document_ids'>

/**
 * The documents that each caregiver had when their row first appeared. Lists reload by themselves, so newer documents may
 * arrive that the admin has not reviewed. A decision names the reviewed documents, and the server refuses it if there are
 * newer ones.
 */
export class ReviewedDocuments {
  readonly #byCaregiver = new Map<number, DocumentIds>()

  /** Call when rows appear. */
  add(rows: readonly Row[]): void {
    for (const { id, document_ids: ids } of rows) {
      if (!this.#byCaregiver.has(id)) this.#byCaregiver.set(id, ids)
    }
  }

  get({ id, document_ids: ids }: Row): DocumentIds {
    return this.#byCaregiver.get(id) ?? ids
  }

  /** After a decision, or one refused because of newer documents: the caregiver's next row counts as reviewed. */
  forget(id: number): void {
    this.#byCaregiver.delete(id)
  }
}
