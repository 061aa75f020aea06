import { Checkbox } from '../../../ui/checkbox.tsx'
import type { Windows } from '../booking-state.ts'
import { WindowList } from './window-list.tsx'

interface CancelWindowsProps {
  windows: Windows
  zone: string
  /** Ids of bookings. */
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

/** Which visits to cancel. */
export function CancelWindows({ windows, zone, chosen, onChange }: CancelWindowsProps) {
  const ids = windows.map(({ booking_id }) => booking_id)
  const isAll = chosen.length === ids.length
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Visits to cancel</legend>
      <Checkbox
        value={isAll}
        isIndeterminate={!isAll && chosen.length > 0}
        onChange={(value) => onChange(value ? ids : [])}
      >
        All visits ahead
      </Checkbox>
      <div className="max-h-56 overflow-y-auto border-t border-line">
        {windows.map((window) => (
          <Checkbox
            key={window.booking_id}
            value={chosen.includes(window.booking_id)}
            onChange={(value) =>
              onChange(ids.filter((id) => (id === window.booking_id ? value : chosen.includes(id))))
            }
            className="py-2"
          >
            <WindowList windows={[window]} zone={zone} />
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
