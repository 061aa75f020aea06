import type { WindowBody } from '@tendwell/contract/availability'
import { getErrorMessage } from '../../../lib/errors.ts'
import { useIdempotencyKey } from '../../../lib/idempotency.ts'
import { toast } from '../../../ui/toast.ts'
import { useClearOverrideMutation, useSaveOverrideMutation } from '../api.ts'
import { byStart, type DayHours } from '../hours.ts'

/** Saves, closes or clears a day. */
export function useDayChanges(caregiverId: number, { date, override }: DayHours) {
  const [saveOverride, saving] = useSaveOverrideMutation()
  const [clearOverride, clearing] = useClearOverrideMutation()
  const key = useIdempotencyKey()

  async function put(isAvailable: boolean, windows: WindowBody[]) {
    const body = {
      caregiver: caregiverId,
      date_local: date,
      is_available: isAvailable,
      windows: [...windows].sort(byStart),
    }
    await saveOverride({ id: override?.id ?? null, body, key: key.current(body) }).unwrap()
    key.renew()
  }

  /** @throws the server's error, for the form to show */
  async function save(windows: WindowBody[]) {
    await put(true, windows)
    toast.success('Window saved')
  }

  /** @returns whether the day was closed */
  async function close(): Promise<boolean> {
    try {
      await put(false, [])
      toast.success('Day closed')
      return true
    } catch (error) {
      toast.error(getErrorMessage(error, 'Request failed'))
      return false
    }
  }

  /** @returns whether the day has its weekday's hours again */
  async function clear(): Promise<boolean> {
    if (!override) return true
    try {
      await clearOverride(override.id).unwrap()
      // Setting the same hours again is a new action.
      key.renew()
      toast.success('Day hours cleared')
      return true
    } catch (error) {
      toast.error(getErrorMessage(error, 'Delete failed'))
      return false
    }
  }

  return { save, close, clear, isSaving: saving.isLoading, isClearing: clearing.isLoading }
}
