import { useCallback, useEffect, useState } from 'react'
import { formatDay, formatList } from '../../lib/format/format.ts'
import { Button } from '../../ui/button.tsx'

/** The parts of the screen with unsaved changes: dates, 'weekly hours', 'time off'. */
export function useUnsaved() {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const mark = useCallback((part: string, isDirty: boolean) => {
    setUnsaved((known) => {
      if (known.has(part) === isDirty) return known
      const next = new Set(known)
      if (isDirty) next.add(part)
      else next.delete(part)
      return next
    })
  }, [])
  return { unsaved, mark }
}

export type Mark = ReturnType<typeof useUnsaved>['mark']

/** Tells the screen whether a form has unsaved changes. Unmounting clears them, unless `stays`. */
export function useReportUnsaved(mark: Mark, part: string, isDirty: boolean, { stays = false } = {}): void {
  useEffect(() => mark(part, isDirty), [mark, part, isDirty])
  useEffect(() => {
    if (!stays) return () => mark(part, false)
  }, [mark, part, stays])
}

function isDate(part: string): boolean {
  return /^\d/.test(part)
}

/** 'the hours on Wed, Dec 2 and weekly hours' */
export function describeUnsaved(unsaved: ReadonlySet<string>): string {
  const parts = [...unsaved].map((part) =>
    isDate(part) ? `the hours on ${formatDay(part, 'weekday')}` : part,
  )
  return formatList(parts)
}

interface UnsavedDaysProps {
  unsaved: ReadonlySet<string>
  /** The day in the editor, which shows this itself. */
  date: string | null
  onDate: (date: string) => void
}

/** Links back to days with unsaved changes. */
export function UnsavedDays({ unsaved, date, onDate }: UnsavedDaysProps) {
  const days = [...unsaved].filter((part) => isDate(part) && part !== date).sort()
  if (days.length === 0) return null
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2 rounded-control bg-gold-soft px-4 py-2 text-gold-ink">
      <span className="font-semibold">Not saved yet:</span>
      {days.map((day) => (
        <Button key={day} variant="secondary" size="small" onPress={() => onDate(day)}>
          {formatDay(day, 'weekday')}
        </Button>
      ))}
    </div>
  )
}
