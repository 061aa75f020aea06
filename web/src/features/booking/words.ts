import type { LocalWindow } from '@tendwell/contract/windows'
import { formatWindow } from '../../lib/format.ts'

/** `9:00 AM – 12:00 PM`; a window past midnight says that it ends on the next day. */
export function hoursWords({ start, end }: Pick<LocalWindow, 'start' | 'end'>): string {
  const isPastMidnight = end <= start && end !== '00:00'
  return `${formatWindow(start, end)}${isPastMidnight ? ', next day' : ''}`
}
