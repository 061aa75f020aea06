import type { Interval } from '@tendwell/contract/time'
import { formatClockTime } from '../../../lib/format/format.ts'
import type { Selection } from '../../../shared/visits/selection.ts'
import { Select } from '../../../ui/select.tsx'
import { chooseRun, findChosenRun, listRun } from './range.ts'

interface HoursRangeProps {
  slots: readonly Interval[]
  zone: string
  selection: Selection
  select: (selection: Selection) => void
}

/** Chooses adjacent slots of a day by the first one's start and the last one's end. */
export function HoursRange({ slots, zone, selection, select }: HoursRangeProps) {
  const run = findChosenRun(slots, selection)
  const [startMs, endMs] = [run[0]?.startMs, run.at(-1)?.endMs]
  const toOption = (epochMs: number) => ({ id: String(epochMs), label: formatClockTime(epochMs, zone) })
  return (
    <div className="mb-5 grid grid-cols-2 gap-3">
      <Select
        label="From"
        options={slots.map((slot) => toOption(slot.startMs))}
        value={startMs === undefined ? null : String(startMs)}
        onChange={(start) => select(chooseRun(selection, slots, Number(start), endMs))}
      />
      <Select
        label="To"
        options={listRun(slots, startMs).map((slot) => toOption(slot.endMs))}
        value={endMs === undefined ? null : String(endMs)}
        onChange={(end) => startMs !== undefined && select(chooseRun(selection, slots, startMs, Number(end)))}
        isDisabled={startMs === undefined}
      />
    </div>
  )
}
