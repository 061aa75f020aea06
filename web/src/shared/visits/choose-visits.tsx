import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { WindowText } from './window-list.tsx'

interface ChooseVisitsProps {
  /** Such as 'Visits to cancel'. */
  label: string
  /** By start. */
  windows: readonly { booking_id: number; start_utc: string; end_utc: string }[]
  zone: string
  /** Ids of bookings. */
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

/** Some of a booking's visits: single ones, one with all later ones, or all. */
export function ChooseVisits({ label, windows, zone, chosen, onChange }: ChooseVisitsProps) {
  const ids = windows.map(({ booking_id }) => booking_id)
  const isAll = chosen.length === ids.length
  const fromFirst = ids.slice(ids.findIndex((id) => chosen.includes(id)))
  const canAddLater = chosen.length > 0 && chosen.length < fromFirst.length
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
      {canAddLater && (
        <Button variant="secondary" size="small" onPress={() => onChange(fromFirst)} className="mt-2">
          This and all later visits
        </Button>
      )}
    </fieldset>
  )
}
