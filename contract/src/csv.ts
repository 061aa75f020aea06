/** What a spreadsheet runs as a formula, also in full width. */
const FORMULA = '=+\\-@\\t＝＋－＠'
const LINE_BREAK = '\\r\\n\\v\\f\\u0085\\u2028\\u2029'
const LINE_THAT_RUNS = new RegExp(`^(?=[${FORMULA}${LINE_BREAK}])|(?<=[${LINE_BREAK}])(?=[${FORMULA}])`, 'gu')

/**
 * Rows as CSV, for every export. Each cell is quoted. A cell or a line in it that a spreadsheet would run as a formula gets
 * an apostrophe in front, because some programs begin a row at each line break, even inside quotes. Numbers stay numbers.
 * @param rows null is an empty cell
 * @see docs/rules/console.md#export
 */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: string | number | null): string {
  if (typeof value === 'number') return `"${value}"`
  return `"${(value ?? '').replace(LINE_THAT_RUNS, "'").replaceAll('"', '""')}"`
}
