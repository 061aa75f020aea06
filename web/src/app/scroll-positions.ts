import type { Location } from 'react-router'

/** Where React Router's ScrollRestoration keeps the positions. */
export const scrollStorageKey = 'scroll-positions'

/** Every page load starts with the key 'default', so the address tells such entries apart. */
export function getScrollKey({
  key,
  pathname,
  search,
}: Pick<Location, 'key' | 'pathname' | 'search'>): string {
  return key === 'default' ? pathname + search : key
}

/**
 * Before the app starts: a page that was opened by a link, such as from the bank's page, begins at its top.
 * Reload and Back keep the position.
 */
export function forgetScrollPosition(
  loadType: string | undefined,
  storage: Storage,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): void {
  if (loadType !== 'navigate') return
  const positions: Record<string, number> = JSON.parse(storage.getItem(scrollStorageKey) ?? '{}')
  delete positions[pathname + search]
  storage.setItem(scrollStorageKey, JSON.stringify(positions))
}
