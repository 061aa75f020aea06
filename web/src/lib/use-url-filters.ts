import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/**
 * A list's filters, or the open tab, kept in the URL: `?status=open&q=rosa`. A change goes back to the list's first page.
 * @param read reads the filters from the URL; '' means not set
 * @param pageKeys the URL's names for the pages of the filtered lists
 */
export function useUrlFilters<Filters extends { [Name in keyof Filters]: string }>(
  read: (params: URLSearchParams) => Filters,
  pageKeys: string | readonly string[] = 'page',
) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  // A second change can come before the page of the first one is rendered.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const change = (changed: Partial<Filters>) => {
    const next = new URLSearchParams(latest.current)
    for (const key of [pageKeys].flat()) next.delete(key)
    for (const [name, value] of Object.entries<string | undefined>(changed)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    latest.current = next
    setParams(next, { replace: true, preventScrollReset: true, state })
  }
  return { filters: read(params), change }
}
