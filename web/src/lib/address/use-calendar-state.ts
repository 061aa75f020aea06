import { addDays } from '@tendwell/contract/time'
import { localDateSchema } from '@tendwell/contract/wire'
import { useState } from 'react'
import { useUrlFilters } from './use-url-filters.ts'

/** On the last two days of a month a calendar opens on the next one, as nearly all of this one is over. */
const LAST_DAYS = 2

/**
 * The month that a calendar shows and the chosen day. The URL has them too
 * (`?month=2026-06&date=2026-06-10`), so that Back and Reload keep them; the screen doesn't wait for it,
 * because the calendar's focus follows them at once.
 * @param today earlier days can't be chosen
 * @param firstDay chosen if the URL names neither a month nor a day
 */
export function useCalendarState(today: string, firstDay = '') {
  const { filters, change } = useUrlFilters(readCalendar)
  const [shown, setShown] = useState(() => {
    const named = filters.date >= today ? filters.date : ''
    const date = named || (filters.month ? '' : firstDay)
    return { month: filters.month || (date || addDays(today, LAST_DAYS)).slice(0, 7), date }
  })
  const show = (changed: Partial<typeof shown>) => {
    const next = { ...shown, ...changed }
    setShown(next)
    change(next)
  }
  return {
    month: shown.month,
    date: shown.date || null,
    showMonth: (month: string) => show({ month }),
    chooseDate: (date: string) => show({ month: date.slice(0, 7), date }),
  }
}

function readCalendar(params: URLSearchParams) {
  const [month, date] = [params.get('month') ?? '', params.get('date') ?? '']
  const isDate = (text: string) => localDateSchema.safeParse(text).success
  return { month: isDate(`${month}-01`) ? month : '', date: isDate(date) ? date : '' }
}
