import type { ReactNode } from 'react'

/** The class of the cells of a column that is left out where there is no room for it. */
export const secondaryClasses = {
  first: '@min-[38rem]/wide-table:@max-[61rem]/wide-table:hidden',
  second: '@min-[38rem]/wide-table:@max-[52rem]/wide-table:hidden',
}

/** @template Sort the fields that the table can be sorted by */
export interface Column<Row, Sort extends string = never> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Right-aligned with tabular figures. */
  isNumeric?: boolean
  /** The title of the row's card on small screens, without its label. */
  isTitle?: boolean
  /** Shows the header to screen readers only, as for a column of buttons or checkboxes. */
  isLabelHidden?: boolean
  /**
   * Left out where a wide table has no room for it: those that are `first` before those that are `second`.
   */
  leftOut?: keyof typeof secondaryClasses
  /** The field that a press on the header sorts by, and what it is, if the table has `sort`. */
  sort?: { by: Sort; kind: 'date' | 'amount' | 'name' }
}
