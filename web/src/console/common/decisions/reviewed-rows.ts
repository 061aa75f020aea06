/**
 * The rows as they were when they first appeared. Lists reload by themselves, so a person may have changed
 * what the admin has reviewed. A decision names the reviewed documents, name, photo or change, and the server
 * refuses it if there are newer ones.
 */
export class ReviewedRows<Row extends { id: number }> {
  readonly #byId = new Map<number, Row>()

  /** Call when rows appear. */
  add(rows: readonly Row[]): void {
    for (const row of rows) if (!this.#byId.has(row.id)) this.#byId.set(row.id, row)
  }

  get(row: Row): Row {
    return this.#byId.get(row.id) ?? row
  }

  /** After a decision, or one refused because of newer contents: the person's next row counts as reviewed. */
  forget(id: number): void {
    this.#byId.delete(id)
  }
}
