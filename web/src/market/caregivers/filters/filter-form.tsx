import type { Place } from '@tendwell/contract/profiles/places'
import { COUNTRIES, LANGUAGES, SKILLS } from '@tendwell/contract/reference'
import { Select } from '../../../ui/select.tsx'
import { TagField } from '../../../ui/tag-field.tsx'
import { DayFields } from './day-fields.tsx'
import type { Change, Filters } from './filters.ts'
import { PlaceFields } from './place-fields.tsx'
import { RateFields } from './rate-fields.tsx'

interface FilterFormProps {
  filters: Filters
  change: Change
  /** The place that the results are near to. */
  near: Place | null
}

const any = 'any'
const countries = [
  { id: any, label: 'Any country' },
  ...COUNTRIES.map((country) => ({ id: country, label: country })),
]
const ratings = [
  { id: any, label: 'Any rating' },
  ...['3', '4', '4.5'].map((least) => ({ id: least, label: `${least} and up` })),
]

/** Every filter except the search text. Each applies immediately. */
export function FilterForm({ filters, change, near }: FilterFormProps) {
  return (
    <div className="flex flex-col gap-5">
      <Select
        label="Country"
        options={withCurrent(countries, filters.country)}
        value={filters.country || any}
        onChange={(country) => change({ country: country === any ? '' : country })}
      />
      <PlaceFields filters={filters} change={change} near={near} />
      <TagField
        label="Skills"
        hint="Caregivers with all of these skills"
        suggestions={SKILLS}
        allowsCustomValue
        value={filters.skills}
        onChange={(skills) => change({ skills: skills.slice(0, 20) })}
        placeholder="Newborn care, CPR…"
      />
      <TagField
        label="Languages"
        hint="Caregivers who speak any of these languages"
        suggestions={LANGUAGES}
        value={filters.languages}
        onChange={(languages) => change({ languages: languages.slice(0, 20) })}
        placeholder="English, French…"
      />
      <DayFields availableOn={filters.availableOn} hours={filters.hours} onChange={change} />
      <RateFields minRate={filters.minRate} maxRate={filters.maxRate} onChange={change} />
      <Select
        label="Rating"
        options={withCurrent(ratings, filters.minRating === null ? '' : String(filters.minRating))}
        value={filters.minRating === null ? any : String(filters.minRating)}
        onChange={(rating) => change({ minRating: rating === any ? null : Number(rating) })}
      />
    </div>
  )
}

/** Adds a value from the URL that the list doesn't offer. */
function withCurrent(options: { id: string; label: string }[], value: string) {
  const isKnown = value === '' || options.some((option) => option.id === value)
  return isKnown ? options : [...options, { id: value, label: value }]
}
