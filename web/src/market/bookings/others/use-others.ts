import { skipToken } from '@reduxjs/toolkit/query'
import type { VisitDetailsBody } from '@tendwell/contract/bookings/visits'
import { useState } from 'react'
import { z } from 'zod'
import { readTabItem, writeTabItem } from '../../../lib/session/tab-storage.ts'
import { type Selection, toRequestBody } from '../../../shared/visits/selection.ts'
import { useOthersQuery } from './others-api.ts'

const chosenIds = z.array(z.number())

export type Others = ReturnType<typeof useOthers>

/**
 * Who else is asked for the chosen hours, if the family wants that. Whom it chose survives a reload and a login.
 * @see docs/rules/bookings.md#asking-several
 */
export function useOthers(caregiverId: number, zone: string, selection: Selection, visit: VisitDetailsBody) {
  const storageKey = `tendwell.others.${caregiverId}`
  // Null while nobody else is to be asked.
  const [ids, setIds] = useState(() => chosenIds.safeParse(readTabItem(storageKey)).data ?? null)
  const save = (next: number[] | null) => {
    setIds(next)
    writeTabItem(storageKey, next)
  }
  const { children, address } = visit
  const query = useOthersQuery(
    ids === null || selection.length === 0
      ? skipToken
      : {
          ...toRequestBody(caregiverId, zone, selection),
          ...(children && { children }),
          ...(address?.city && { address: { city: address.city, country: address.country } }),
        },
    { refetchOnMountOrArgChange: 30 },
  )
  const free = query.currentData?.results ?? []
  // While other hours are asked for, what was last known.
  const hasNone = ids !== null && selection.length > 0 && query.data?.results.length === 0
  return {
    query,
    /** Whether there are others to ask; pressed again where there is nobody, the switch asks again. */
    isOn: ids !== null && !hasNone,
    hasNone,
    turn: (isOn: boolean) => {
      save(isOn ? [] : null)
      if (hasNone) void query.refetch()
    },
    /** Whom the family chose, among those who are free at these hours. */
    chosen: free.filter(({ id }) => ids?.includes(id)),
    choose: (id: number, isChosen: boolean) =>
      save(isChosen ? [...(ids ?? []), id] : (ids ?? []).filter((other) => other !== id)),
    /** Whether it isn't known yet if those whom the family chose are free. */
    isChecking: ids !== null && ids.length > 0 && query.isFetching,
    clear: () => save(null),
  }
}
