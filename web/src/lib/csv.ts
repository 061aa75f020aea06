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

/** Offers a text as a file to save. */
export function saveFile(name: string, text: string, type: string): void {
  // The byte order mark tells spreadsheets that the text is UTF-8.
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: `${type};charset=utf-8` }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
