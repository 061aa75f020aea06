/** The characters with which a spreadsheet formula begins, also in full width. */
const FORMULA_STARTS = '=+\\-@\\t＝＋－＠'
const LINE_BREAKS = '\\r\\n\\v\\f\\u0085\\u2028\\u2029'
/**
 * Where a cell, or a line in it, begins as a formula; also the start of a cell that begins with a line break.
 */
const BEFORE_FORMULA = new RegExp(
  `^(?=[${FORMULA_STARTS}${LINE_BREAKS}])|(?<=[${LINE_BREAKS}])(?=[${FORMULA_STARTS}])`,
  'gu',
)

/** A value of a cell. Dollars are written with two decimals, and null as an empty cell. */
export type CsvCell = string | number | { usd: number } | null

/**
 * Rows as CSV, for every export. Each cell is quoted. A cell or a line in it that a spreadsheet would run as
 * a formula gets an apostrophe in front, because some programs begin a row at each line break, even inside
 * quotes. Numbers stay numbers.
 * @see docs/rules/console.md#export
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: CsvCell): string {
  if (typeof value === 'number') return `"${value}"`
  if (typeof value === 'object' && value !== null) return `"${value.usd.toFixed(2)}"`
  return `"${(value ?? '').replace(BEFORE_FORMULA, "'").replaceAll('"', '""')}"`
}
