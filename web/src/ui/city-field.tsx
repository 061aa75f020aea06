import type { Place } from '@tendwell/contract/profiles/places'
import { type Ref, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Popover } from 'react-aria-components/Popover'
import { useSuggestPlacesQuery } from '../lib/places-api.ts'
import { controlClass, type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'
import { OptionList, popoverClass } from './option-list.tsx'

const suggestAfterMs = 200
const shortestText = 2
const noPlaces: Place[] = []

interface CityFieldProps extends FieldFrame {
  value: string
  onChange: (city: string) => void
  /** Called instead of `onChange` when a suggested city is chosen. */
  onPick: (place: Place) => void
  onBlur?: () => void
  name?: string
  placeholder?: string
  maxLength?: number
  ref?: Ref<HTMLInputElement>
}

/** A city, as it is typed or chosen from the suggestions. */
export function CityField(props: CityFieldProps) {
  const { label, hint, error, value, onChange, onPick, className = '', isRequired, ref, ...rest } = props
  const { placeholder, maxLength = 100, ...fieldProps } = rest
  const [asked, setAsked] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { currentData: places = noPlaces } = useSuggestPlacesQuery(asked, {
    skip: asked.length < shortestText,
  })

  const type = (text: string) => {
    onChange(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAsked(text.trim()), suggestAfterMs)
  }
  const pick = (id: string | number | null) => {
    const place = places.find((one) => String(one.id) === String(id))
    if (!place) return
    clearTimeout(timer.current)
    setAsked('')
    onPick(place)
  }
  return (
    <AriaComboBox
      {...fieldProps}
      items={places.map(toOption)}
      inputValue={value}
      onInputChange={type}
      value={null}
      onChange={pick}
      allowsCustomValue
      menuTrigger="input"
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${fieldClass} ${className}`}
    >
      <FieldLabel label={label} isRequired={isRequired} />
      <SuggestingInput places={places} ref={ref} placeholder={placeholder} maxLength={maxLength} />
      <FieldNote hint={hint} error={error} />
      <Popover className={`${popoverClass} w-(--trigger-width)`}>
        <OptionList />
      </Popover>
    </AriaComboBox>
  )
}

interface SuggestingInputProps {
  places: Place[]
  placeholder: string | undefined
  maxLength: number
  ref: Ref<HTMLInputElement> | undefined
}

/** Opens the list when suggestions arrive, which is after the text has changed. */
function SuggestingInput({ places, ...props }: SuggestingInputProps) {
  const state = useContext(ComboBoxStateContext)
  const open = useEffectEvent(() => {
    if (places.length > 0 && state?.isFocused) state.open(null, 'manual')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new suggestions open the list
  useEffect(() => open(), [places])
  return <Input {...props} autoComplete="off" className={controlClass} />
}

function toOption({ id, name, region, country }: Place) {
  return {
    id: String(id),
    label: name,
    note: [region, country].filter((part) => part && part !== name).join(', '),
  }
}
