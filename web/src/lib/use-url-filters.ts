import { useLocation, useSearchParams } from 'react-router'

/**
 * What narrows a list, or which tab is open, kept in the address: `?status=open&q=rosa`. A change leads back to the
 * list's first page.
 * @param read takes the filters from the address; '' means not set
 * @param pageKeys the address's names for the pages of the lists that the filters narrow
 */
export function useUrlFilters<Filters extends { [Name in keyof Filters]: string }>(
  read: (params: URLSearchParams) => Filters,
  pageKeys: string | readonly string[] = 'page',
) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const change = (changed: Partial<Filters>) => {
    const next = new URLSearchParams(params)
    for (const key of [pageKeys].flat()) next.delete(key)
    for (const [name, value] of Object.entries<string | undefined>(changed)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, { replace: true, preventScrollReset: true, state })
  }
  return { filters: read(params), change }
}
