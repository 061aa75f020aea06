import type { WindowBody } from '@tendwell/contract/availability'
import { type RefObject, useEffect, useRef } from 'react'
import { keepTyped } from '../../lib/form.tsx'
import { bodyOf } from './hours.ts'
import type { Mark } from './unsaved.tsx'
import type { DayFormHandle } from './window-fields.tsx'

/** What was typed for a day and not saved, kept while other days are looked at. */
export type Drafts = RefObject<Map<string, WindowBody[]>>

/** Brings back what was typed for the day before, and keeps it when another day is chosen. */
export function useDraft(form: DayFormHandle, date: string, drafts: Drafts, mark: Mark) {
  const { setValue, getValues } = form
  const isDirty = useRef(false)
  isDirty.current = form.formState.isDirty
  const isHere = useRef(true)
  useEffect(() => {
    const kept = drafts.current
    const draft = kept.get(date)
    // The form holds it now.
    kept.delete(date)
    if (draft) setValue('windows', draft, { shouldDirty: true })
    isHere.current = true
    return () => {
      isHere.current = false
      if (isDirty.current) kept.set(date, getValues('windows') as WindowBody[])
    }
  }, [setValue, getValues, date, drafts])

  /** These windows, as they were sent, are stored now. */
  const stored = (windows: WindowBody[]) => {
    if (isHere.current) return keepTyped(form, { windows })
    // Another day was chosen meanwhile: what is kept of this one is what was sent, or more was typed before leaving.
    const draft = drafts.current.get(date)
    if (!draft || textOf(draft) !== textOf(windows)) return
    drafts.current.delete(date)
    mark(date, false)
  }
  return { isHere: () => isHere.current, stored }
}

function textOf(windows: readonly WindowBody[]): string {
  return JSON.stringify(windows.map(bodyOf))
}

/** Takes over what the server has; what is typed is held against it, and stays. */
export function useSaved(form: DayFormHandle, windows: WindowBody[]) {
  const { reset, formState } = form
  const saved = textOf(windows)
  const isDirty = useRef(false)
  isDirty.current = formState.isDirty
  const known = useRef(saved)
  useEffect(() => {
    // The form begins with what is saved: only a change of it is taken over, or a draft just brought back would go.
    if (saved === known.current) return
    known.current = saved
    reset({ windows: JSON.parse(saved) }, { keepValues: isDirty.current })
  }, [reset, saved])
}
