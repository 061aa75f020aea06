export function pageCount(count: number, pageSize: number): number {
  return Math.max(1, Math.ceil(count / pageSize))
}

/** The page that the address names (`?page=2`); the first if it names none. */
export function pageFrom(params: URLSearchParams, pageKey = 'page'): number {
  const page = params.get(pageKey) ?? ''
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1
}
