import { saveFile } from './save-file.ts'

/** Offers a CSV file to save. Its byte order mark tells spreadsheets that the text is UTF-8. */
export function saveCsv(name: string, csv: string): void {
  saveFile(name, `\ufeff${csv}`, 'text/csv')
}
