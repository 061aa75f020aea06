import { Checkbox } from '../../ui/checkbox.tsx'
import { WindowText } from './window-list.tsx'

interface ChooseVisitsProps {
  /** Such as 'Visits to cancel'. */
  label: string
  windows: readonly { booking_id: number; start_utc: string; end_utc: string }[]
  zone: string
  /** Ids of bookings. */
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

/** Some of a booking's visits. */
export function ChooseVisits({ label, windows, zone, chosen, onChange }: ChooseVisitsProps) {
  const ids = windows.map(({ booking_id }) => booking_id)
  const isAll = chosen.length === ids.length
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{label}</legend>
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
          >
            <WindowText window={window} zone={zone} />
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
