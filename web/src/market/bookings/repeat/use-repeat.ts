import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { z } from 'zod'
import { now } from '../../../lib/format/clock.ts'
import { readTabItem, writeTabItem } from '../../../lib/session/tab-storage.ts'
import { livePolling } from '../../../shared/visits/free-hours-api.ts'
import { type Selection, toRequestBody, toWindows } from '../../../shared/visits/selection.ts'
import { type Choice, canRepeat, findWeeksLimit, listWanted, planOccurrences } from './repeat.ts'
import { useOccurrencesQuery } from './repeat-api.ts'

const choice = z.union([z.literal('out'), z.object({ startMs: z.number(), endMs: z.number() })])
const repeatDraft = z.object({ weeks: z.int(), choices: z.record(z.string(), choice) })
type RepeatDraft = z.infer<typeof repeatDraft>

const WEEKS_AT_FIRST = 4

export type Repeat = ReturnType<typeof useRepeat>

/** Repeats the chosen hours weekly, if the family wants that. What it chose survives a reload and a login. */
export function useRepeat(caregiverId: number, zone: string, selection: Selection) {
  const storageKey = `tendwell.repeat.${caregiverId}`
  const [draft, setDraft] = useState(() => repeatDraft.safeParse(readTabItem(storageKey)).data ?? null)
  const save = (next: RepeatDraft | null) => {
    setDraft(next)
    writeTabItem(storageKey, next)
  }
  const limit = findWeeksLimit(toWindows(selection, zone), zone, now())
  const weeks = draft && canRepeat(limit) ? Math.min(draft.weeks, limit.most) : null
  const { currentData, error, isFetching, refetch } = useOccurrencesQuery(
    weeks === null ? skipToken : { ...toRequestBody(caregiverId, zone, selection), weeks },
    { refetchOnMountOrArgChange: 30, ...livePolling },
  )
  const plan = currentData && draft ? planOccurrences(currentData.occurrences, draft.choices) : null
  return {
    limit,
    /** Null while the hours are not repeated. */
    weeks,
    /** Null until all weeks are checked. */
    plan,
    error,
    isChecking: isFetching,
    retry: refetch,
    /** What is to be requested: nothing until all weeks are checked. */
    wanted: weeks === null ? selection : listWanted(plan ?? []),
    /** The times chosen instead of others. */
    replacements: (plan ?? []).flatMap((planned) =>
      typeof planned.choice === 'object' ? (planned.choice ?? []) : [],
    ),
    turn: (isOn: boolean) => save(isOn ? { weeks: WEEKS_AT_FIRST, choices: {} } : null),
    setWeeks: (next: number) => save({ weeks: next, choices: draft?.choices ?? {} }),
    /** @param next null: as it is, if it is free */
    choose: (key: string, next: Choice | null) => {
      if (!draft) return
      const { [key]: _, ...others } = draft.choices
      save({ ...draft, choices: next === null ? others : { ...others, [key]: next } })
    },
    clear: () => save(null),
  }
}
