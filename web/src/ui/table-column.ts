import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Right-aligned with tabular figures. */
  isNumeric?: boolean
  /** The title of the row's card on small screens, without its label. */
  isTitle?: boolean
  /** Shows the header to screen readers only, as for a column of buttons or checkboxes. */
  isLabelHidden?: boolean
  /** The field that a press on the header sorts by, and what it is, if the table has `sort`. */
  sort?: { by: string; kind: 'date' | 'amount' | 'name' }
}
