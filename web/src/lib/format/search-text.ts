import { SEARCH_MAXIMUM } from '@tendwell/contract/reference'

/** Trims a search text and cuts it to the length that the server accepts. */
export function searchText(text: string, maximum = SEARCH_MAXIMUM): string {
  const cut = text.trim().slice(0, maximum)
  // A cut in the middle of a surrogate pair would be refused as well.
  return cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()
}
