import type { AdminListState } from '@tendwell/contract/console/users'
import { CARE_CATEGORIES, type CareCategory } from '@tendwell/contract/reference'
import { searchText } from '../../../lib/format/search-text.ts'
import { withQuery } from '../../../shared/routes/paths.ts'
import { anyDate, type DateRange, dateRangeSchema } from './date-range.ts'

/** The filters of the console's screens in the URL. @see docs/rules/console.md#filters-in-the-url */
export interface ConsoleFilters extends DateRange {
  q: string
  status: AdminListState
  category: CareCategory | ''
}

/** Reads the filters from the URL and ignores values that the server would reject. */
export function readFilters(params: URLSearchParams): ConsoleFilters {
  const range = dateRangeSchema.safeParse({ from: params.get('from') ?? '', to: params.get('to') ?? '' })
  return {
    q: searchText((params.get('q') ?? '').replaceAll('\0', '')),
    // Any value other than closed becomes open.
    status: params.get('status') === 'closed' ? 'closed' : 'open',
    category: CARE_CATEGORIES.find((category) => category === params.get('category')) ?? '',
    ...(range.data ?? anyDate),
  }
}

/** The path of a console screen with the header's filters, which all screens share. */
export function withHeaderFilters(path: string, { q, status }: Pick<ConsoleFilters, 'q' | 'status'>): string {
  return withQuery(path, { q, status: status === 'closed' ? status : '' })
}
