import type { ReactNode } from 'react'

/** The class of a secondary column's cells. */
export const secondaryClass = '@min-[38rem]/wide-table:@max-[52rem]/wide-table:hidden'

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
  /** Left out where a wide table has no room for it. */
  isSecondary?: boolean
  /** The field that a press on the header sorts by, and what it is, if the table has `sort`. */
  sort?: { by: string; kind: 'date' | 'amount' | 'name' }
}
