/** How many characters of what a person wrote a mail repeats. */
const QUOTE_LENGTH = 300

/** What a person wrote, as a mail quotes it: a long text is cut. */
export function toQuote(text: string): string {
  return text.length > QUOTE_LENGTH ? `${text.slice(0, QUOTE_LENGTH).trimEnd()}…` : text
}
