import { saveFile } from './save-file.ts'

/**
 * Rows as a CSV file. Text that begins with `= + - @` gets an apostrophe in front, because a spreadsheet would run it as
 * a formula; numbers are plain.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Offers a CSV file to save. Its byte order mark tells spreadsheets that the text is UTF-8. */
export function saveCsv(name: string, csv: string): void {
  saveFile(name, `\ufeff${csv}`, 'text/csv')
}
