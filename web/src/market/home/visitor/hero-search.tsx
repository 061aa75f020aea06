import { REQUEST_AHEAD_MAXIMUM_DAYS, USUAL_DISTANCE_KM } from '@tendwell/contract/reference'
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHydrated } from '../../../lib/browser/use-hydrated.ts'
import { now } from '../../../lib/format/clock.ts'
import { getBrowserZone } from '../../../lib/format/format.ts'
import { type RememberedPlace, useRememberedPlace } from '../../../shared/people/remembered-place.ts'
import { paths, withQuery } from '../../../shared/routes/paths.ts'
import { buttonClass } from '../../../ui/button-style.ts'
import { controlClass, fieldClass } from '../../../ui/control-style.ts'

/** A city as it is typed, and the place that was chosen from the suggestions, if any. */
type City = { text: string; place: RememberedPlace | null }

/** What care, where and when; each may be left out. @see docs/rules/home.md#search */
export function HeroSearch() {
  const [text, setText] = useState('')
  const [day, setDay] = useState('')
  const [typed, setTyped] = useState<City | null>(null)
  const { place: remembered, remember } = useRememberedPlace()
  const city = typed ?? { text: remembered?.name ?? '', place: remembered }
  const navigate = useNavigate()
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (typed) remember(typed.place)
    const where = city.place
      ? { near: city.place.id, within_km: USUAL_DISTANCE_KM }
      : { city: city.text.trim() }
    navigate(withQuery(paths.caregivers, { q: text.trim(), ...where, available_on: day }))
  }
  return (
    <search>
      <form
        onSubmit={search}
        className="grid gap-4 rounded-card border border-line bg-paper-raised p-4 shadow-soft md:grid-cols-[1.6fr_1.2fr_1fr_auto] md:items-end md:gap-3 lg:p-5"
      >
        <label className={fieldClass}>
          <span className="font-semibold">Caregivers</span>
          <input
            type="search"
            name="q"
            aria-label="Search caregivers by name, city or skill"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="Name, city or skill"
            maxLength={100}
            className={controlClass}
          />
        </label>
        <CityInput
          text={city.text}
          onType={(typedText) => setTyped({ text: typedText, place: null })}
          onPick={(place) => setTyped({ text: place.name, place })}
        />
        <DayInput day={day} onChange={setDay} />
        <button type="submit" className={`${buttonClass()} min-h-12!`}>
          Search
        </button>
      </form>
    </search>
  )
}

interface CityInputProps {
  text: string
  onType: (text: string) => void
  onPick: (place: RememberedPlace) => void
}

const loadCityField = async () => (await import('../../../shared/people/city-field.tsx')).CityField
type LoadedField = Awaited<ReturnType<typeof loadCityField>>

/**
 * A city. The field with the suggestions loads when the plain one is first used, so that the landing page stays
 * small; if it doesn't load, the plain one stays.
 */
function CityInput({ text, onType, onPick }: CityInputProps) {
  const [Loaded, setLoaded] = useState<LoadedField | null>(null)
  const load = () =>
    loadCityField().then(
      (Field) => setLoaded(() => Field),
      () => undefined,
    )
  if (Loaded) {
    return <Loaded label="Near" value={text} onChange={onType} onPick={onPick} placeholder="City" autoFocus />
  }
  return (
    <label className={fieldClass}>
      <span className="font-semibold">Near</span>
      <input
        type="text"
        value={text}
        onChange={(event) => onType(event.target.value)}
        onFocus={load}
        placeholder="City"
        maxLength={100}
        autoComplete="off"
        className={controlClass}
      />
    </label>
  )
}

function DayInput({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  // The server doesn't know which day it is for the visitor.
  const today = useHydrated() ? toLocalDate(now(), getBrowserZone()) : undefined
  return (
    <label className={fieldClass}>
      <span className="font-semibold">On</span>
      <input
        type="date"
        value={day}
        min={today}
        max={today && addDays(today, REQUEST_AHEAD_MAXIMUM_DAYS)}
        onChange={(event) => onChange(event.target.value)}
        className={`${controlClass} tabular`}
      />
    </label>
  )
}
