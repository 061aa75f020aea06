import type { Place } from '@tendwell/contract/profiles/places'
import { SEARCH_DISTANCES_KM, USUAL_DISTANCE_KM } from '@tendwell/contract/reference'
import { useDebouncedText } from '../../../lib/address/use-debounced-text.ts'
import { CityField } from '../../../shared/people/city-field.tsx'
import { useRememberedPlace } from '../../../shared/people/remembered-place.ts'
import { Select } from '../../../ui/select.tsx'
import { formatWithin } from '../card/distance.ts'
import { anywhere, type Change, type Filters } from './filters.ts'

const any = 'any'

interface PlaceFieldsProps {
  filters: Filters
  change: Change
  /** The place that the results are near to. */
  near: Place | null
}

/** A city, chosen or as typed, and the distance from a chosen one. */
export function PlaceFields({ filters, change, near }: PlaceFieldsProps) {
  const isChosen = filters.near !== '' && filters.near !== anywhere
  const shown = isChosen ? (near?.name ?? '') : filters.city
  const city = useDebouncedText(shown, (text) =>
    change({ city: text, near: '', withinKm: null }, { isTyping: true }),
  )
  const { remember } = useRememberedPlace()
  const pick = (place: Place) => {
    city.replace(place.name)
    remember(place)
    change({ near: String(place.id), withinKm: filters.withinKm ?? USUAL_DISTANCE_KM, city: '', country: '' })
  }
  return (
    <>
      <CityField
        label="City"
        value={city.text}
        onChange={city.type}
        onPick={pick}
        onBlur={city.commit}
        placeholder="Any city"
      />
      {near && (
        <Select
          label="Distance"
          options={[
            ...SEARCH_DISTANCES_KM.map((km) => ({
              id: String(km),
              label: `${formatWithin(km, near.country)} of ${near.name}`,
            })),
            { id: any, label: `Anywhere, near ${near.name} first` },
          ]}
          value={filters.withinKm === null ? any : String(filters.withinKm)}
          onChange={(km) => change({ near: String(near.id), withinKm: km === any ? null : Number(km) })}
        />
      )}
    </>
  )
}
