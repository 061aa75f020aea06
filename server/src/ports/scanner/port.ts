/** Looks for viruses in a file's bytes. */
export type Scanner = {
  /**
   * @returns the virus's name, or null for a clean file
   * @throws AppError 503 when the file can't be scanned
   */
  scan(content: AsyncIterable<Uint8Array>): Promise<string | null>
}
