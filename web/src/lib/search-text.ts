import { SEARCH_MAXIMUM } from '@tendwell/contract/reference'

/** A search text as the server takes it: without the space around it, and cut where a longer one is refused. */
export function searchText(text: string): string {
  const cut = text.trim().slice(0, SEARCH_MAXIMUM)
  // Half of a sign that takes two units would be refused as well.
  return cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()
}
