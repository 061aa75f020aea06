import { PAGE_STATE_ID } from '@tendwell/contract/rendering'
import type { RootState } from './store.ts'

/** The store's initial state on a page that the server rendered; null on any other page. */
export function readPageState(): Partial<RootState> | null {
  const element = document.getElementById(PAGE_STATE_ID)
  return element && JSON.parse(element.textContent)
}
