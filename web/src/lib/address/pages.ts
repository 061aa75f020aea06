export function pageCount(count: number, pageSize: number): number {
  return Math.max(1, Math.ceil(count / pageSize))
}

/** The page in the URL (`?page=2`), by default the first. */
export function readPage(params: URLSearchParams, pageKey = 'page'): number {
  const page = params.get(pageKey) ?? ''
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1
}
