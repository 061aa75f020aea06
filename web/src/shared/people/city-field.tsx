import type { Place } from '@tendwell/contract/profiles/places'
import { useState } from 'react'
import { SuggestField, type SuggestFieldProps } from '../../ui/suggest-field.tsx'
import { useSuggestPlacesQuery } from './places-api.ts'

const shortestText = 2
const noPlaces: Place[] = []

interface CityFieldProps extends Omit<SuggestFieldProps<Place>, 'items' | 'toOption' | 'onAsk'> {}

/** A city, as it is typed or chosen from the suggestions. */
export function CityField(props: CityFieldProps) {
  const [asked, setAsked] = useState('')
  const { currentData: places = noPlaces } = useSuggestPlacesQuery(asked, {
    skip: asked.length < shortestText,
  })
  return <SuggestField {...props} items={places} toOption={toOption} onAsk={setAsked} />
}

function toOption({ id, name, region, country }: Place) {
  return {
    id: String(id),
    label: name,
    note: [region, country].filter((part) => part && part !== name).join(', '),
  }
}
