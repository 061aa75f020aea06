import { useUrlParams } from './use-url-params.ts'

/**
 * A list's filters, or the open tab, kept in the URL: `?status=open&q=rosa`. A change goes back to the list's
 * first page.
 * @param read reads the filters from the URL; '' means not set
 * @param pageKeys the URL's names for the pages of the filtered lists
 */
export function useUrlFilters<Filters extends { [Name in keyof Filters]: string }>(
  read: (params: URLSearchParams) => Filters,
  pageKeys: string | readonly string[] = 'page',
) {
  const { params, change, state } = useUrlParams()
  const changeFilters = (changed: Partial<Filters>) =>
    change(
      (next) => {
        for (const key of [pageKeys].flat()) next.delete(key)
        for (const [name, value] of Object.entries<string | undefined>(changed)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true, state },
    )
  return { filters: read(params), change: changeFilters }
}
