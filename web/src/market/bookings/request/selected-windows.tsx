import { WINDOWS_PER_REQUEST_MAXIMUM } from '@tendwell/contract/bookings/bookings'
import { SCREEN_PAGE_SIZES } from '@tendwell/contract/reference'
import { CircleX, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { usePages } from '../../../lib/address/use-pages.ts'
import { formatDay, formatHours, formatInterval } from '../../../lib/format/format.ts'
import {
  type ChosenWindow,
  isChosen,
  removeSlots,
  type Selection,
  toWindows,
} from '../../../shared/visits/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Pagination } from '../../../ui/pagination.tsx'

interface SelectedWindowsProps {
  selection: Selection
  select: (selection: Selection) => void
  /** Chooses the times as well that a link has replaced; null if there are none. */
  addEarlier: (() => void) | null
  /** The selected slots that another family took. */
  taken: Selection
  zone: string
}

const pageSize = SCREEN_PAGE_SIZES.selectedWindows

/** The selected hours, with adjacent ones merged. */
export function SelectedWindows({ selection, select, addEarlier, taken, zone }: SelectedWindowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const windows = toWindows(selection, zone, taken)
  const { shown, pagination } = usePages(windows, pageSize)
  const hasTaken = selection.some((slot) => isChosen(taken, slot))
  const earlier = addEarlier && (
    <Button
      variant="quiet"
      size="small"
      onPress={() => {
        flushSync(addEarlier)
        list.current?.focus()
      }}
    >
      Add your earlier times
    </Button>
  )
  if (windows.length === 0) {
    return (
      <EmptyState
        title="Nothing selected yet"
        hint="Choose a day, then the times you need."
        action={earlier}
      />
    )
  }
  const remove = (slots: readonly ChosenWindow['slots'][number][]) => {
    select(removeSlots(selection, slots))
    list.current?.focus()
  }
  return (
    <div>
      <ul ref={list} tabIndex={-1} aria-label="Selected times" className="divide-y divide-line outline-none">
        {shown.map((window) => (
          <SelectedWindow
            key={window.slots[0]?.startMs}
            window={window}
            zone={zone}
            isTaken={window.slots.some((slot) => isChosen(taken, slot))}
            remove={() => remove(window.slots)}
          />
        ))}
      </ul>
      <Pagination label="Selected times" isNamed {...pagination} />
      {earlier && <div className="-mx-3.5 mt-2">{earlier}</div>}
      {windows.length > WINDOWS_PER_REQUEST_MAXIMUM && (
        <p role="status" className="mt-4 text-13 font-semibold text-clay">
          {`A request can have at most ${WINDOWS_PER_REQUEST_MAXIMUM} time slots. You’ve selected ${windows.length}.`}
        </p>
      )}
      <p role="status" className="sr-only">
        {hasTaken && 'Some of the selected times are no longer available'}
      </p>
      {hasTaken && (
        <Button variant="secondary" block onPress={() => remove(taken)} className="mt-4">
          Remove unavailable times
        </Button>
      )}
    </div>
  )
}

interface SelectedWindowProps {
  window: ChosenWindow
  zone: string
  isTaken: boolean
  remove: () => void
}

function SelectedWindow({ window, zone, isTaken, remove }: SelectedWindowProps) {
  const day = formatDay(window.date, 'weekday')
  const hours = formatInterval(window, zone)
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className={`font-semibold ${isTaken ? 'text-ink-soft line-through' : ''}`}>{day}</p>
        <p className={`tabular ${isTaken ? 'text-ink-soft line-through' : ''}`}>{hours}</p>
        {isTaken ? (
          <p className="flex items-center gap-1.5 text-13 font-semibold text-clay">
            <CircleX className="size-4 shrink-0" />
            No longer available
          </p>
        ) : (
          <p className="tabular text-13 text-ink-soft">{formatHours(window.minutes / 60)}</p>
        )}
      </div>
      <IconButton
        label={`Remove ${day}, ${hours}`}
        icon={<Trash2 className="size-4.5" />}
        onPress={remove}
        className="-mr-2"
      />
    </li>
  )
}
