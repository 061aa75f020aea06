import { useUrlFilters } from '../../../lib/address/use-url-filters.ts'

type Sort<Field extends string> = Field | `-${Field}`

/**
 * The order of a list, kept in the URL.
 * @param initial the server's own order, which the URL leaves out
 * @param names the URL's names for this order and the list's page, on a screen with two lists
 */
export function useSort<const Field extends string>(
  fields: readonly Field[],
  initial: Sort<Field>,
  { key = 'sort', pageKey = 'page' } = {},
) {
  const sorts = fields.flatMap((field): Sort<Field>[] => [field, `-${field}`])
  const find = (wanted: string | null) => sorts.find((sort) => sort === wanted)
  const { filters, change } = useUrlFilters(
    (params): Record<string, string> => ({ [key]: params.get(key) ?? '' }),
    pageKey,
  )
  const chosen = find(filters[key] ?? null)
  return {
    query: chosen ? { sort: chosen } : {},
    table: {
      value: chosen ?? initial,
      onChange: (sort: string) => change({ [key]: sort === initial ? '' : sort }),
    },
  }
}
