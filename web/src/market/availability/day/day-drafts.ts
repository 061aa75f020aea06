import type { WindowBody } from '@tendwell/contract/availability/availability'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { keepTyped } from '../../../lib/forms/form.tsx'
import { toWindowBody } from '../hours.ts'
import type { Mark } from '../unsaved.tsx'
import type { DayFormHandle } from './window-fields.tsx'

/** Unsaved changes to days, kept while the user looks at other days. */
export type Drafts = RefObject<Map<string, WindowBody[]>>

/** Restores the unsaved changes to a day, and stores them when the user opens another day. */
export function useDayDraft(form: DayFormHandle, date: string, drafts: Drafts, mark: Mark) {
  const { setValue, getValues } = form
  const { isDirty } = form.formState
  const hasChanges = useEffectEvent(() => isDirty)
  const isHere = useRef(true)
  useEffect(() => {
    const stored = drafts.current
    const draft = stored.get(date)
    // The form holds it now.
    stored.delete(date)
    if (draft) setValue('windows', draft, { shouldDirty: true })
    isHere.current = true
    return () => {
      isHere.current = false
      if (hasChanges()) stored.set(date, getValues('windows') as WindowBody[])
    }
  }, [setValue, getValues, date, drafts])

  /** Marks the windows that were sent as saved. */
  const markSaved = (windows: WindowBody[]) => {
    if (isHere.current) return keepTyped(form, { windows })
    // The user opened another day. The draft is either what was sent, or was edited further before they left.
    const draft = drafts.current.get(date)
    if (!draft || toText(draft) !== toText(windows)) return
    drafts.current.delete(date)
    mark(date, false)
  }
  return { isHere: () => isHere.current, markSaved }
}

function toText(windows: readonly WindowBody[]): string {
  return JSON.stringify(windows.map(toWindowBody))
}

/** Updates the form to what the server has, but keeps typed values. */
export function useSaved(form: DayFormHandle, windows: WindowBody[]) {
  const { reset, formState } = form
  const saved = toText(windows)
  const { isDirty } = formState
  const update = useEffectEvent(() => reset({ windows: JSON.parse(saved) }, { keepValues: isDirty }))
  const known = useRef(saved)
  useEffect(() => {
    // The form starts with the saved windows. Resetting to the same ones would discard a restored draft.
    if (saved === known.current) return
    known.current = saved
    update()
  }, [saved])
}
