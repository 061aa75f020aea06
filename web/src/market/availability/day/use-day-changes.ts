import type { WindowBody } from '@tendwell/contract/availability/availability'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useClearOverrideMutation, useSaveOverrideMutation } from '../availability-api.ts'
import { byStart, type DayHours, type Schedule } from '../hours.ts'

/** Saves, closes or clears a day. `save` is for the form, which shows its failure. */
export function useDayChanges(
  caregiverId: number,
  { date, override }: DayHours,
  { overrides }: Pick<Schedule, 'overrides'>,
) {
  const [saveOverride] = useSaveOverrideMutation()
  const [clearOverride] = useClearOverrideMutation()

  const put = (isAvailable: boolean, windows: readonly WindowBody[], key: string) => {
    const body = {
      caregiver: caregiverId,
      date_local: date,
      is_available: isAvailable,
      windows: [...windows].sort(byStart),
    }
    return saveOverride({ id: override?.id ?? null, body, key }).unwrap()
  }
  const close = useAction<void, unknown>({
    send: (_, key) => put(false, [], key),
    success: 'Day closed',
    failure: 'Request failed',
    seen: overrides,
  })
  const clear = useAction<void, unknown>({
    send: async () => override && clearOverride(override.id).unwrap(),
    success: 'Day hours cleared',
    failure: 'Delete failed',
  })
  return { save: (windows: readonly WindowBody[], key: string) => put(true, windows, key), close, clear }
}
