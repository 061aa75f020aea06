import { type Ref, useContext, useEffect, useEffectEvent, useRef } from 'react'
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Popover } from 'react-aria-components/Popover'
import { controlClass, type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'
import { OptionList, popoverClass } from './option-list.tsx'

const askAfterMs = 200

export interface SuggestFieldProps<Item extends { id: number }> extends FieldFrame {
  value: string
  onChange: (text: string) => void
  items: readonly Item[]
  toOption: (item: Item) => { id: string; label: string; note: string }
  /** Called with the text shortly after the last keystroke, and with '' once an item is chosen. */
  onAsk: (text: string) => void
  /** Called instead of `onChange` when a suggestion is chosen. */
  onPick: (item: Item) => void
  onBlur?: () => void
  name?: string
  placeholder?: string
  maxLength?: number
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A text, as it is typed or chosen from the suggestions. */
export function SuggestField<Item extends { id: number }>(props: SuggestFieldProps<Item>) {
  const { label, hint, error, value, onChange, onPick, className = '', isRequired, ref, ...rest } = props
  const { placeholder, maxLength = 100, items, toOption, onAsk, ...fieldProps } = rest
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const type = (text: string) => {
    onChange(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onAsk(text.trim()), askAfterMs)
  }
  const pick = (id: string | number | null) => {
    const item = items.find((one) => String(one.id) === String(id))
    if (!item) return
    clearTimeout(timer.current)
    onAsk('')
    onPick(item)
  }
  return (
    <AriaComboBox
      {...fieldProps}
      items={items.map(toOption)}
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
      <SuggestingInput items={items} ref={ref} placeholder={placeholder} maxLength={maxLength} />
      <FieldNote hint={hint} error={error} />
      <Popover className={`${popoverClass} w-(--trigger-width)`}>
        <OptionList />
      </Popover>
    </AriaComboBox>
  )
}

interface SuggestingInputProps {
  items: readonly unknown[]
  placeholder: string | undefined
  maxLength: number
  ref: Ref<HTMLInputElement> | undefined
}

/** Opens the list when suggestions arrive, which is after the text has changed. */
function SuggestingInput({ items, ...props }: SuggestingInputProps) {
  const state = useContext(ComboBoxStateContext)
  const open = useEffectEvent(() => {
    if (items.length > 0 && state?.isFocused) state.open(null, 'manual')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new suggestions open the list
  useEffect(() => open(), [items])
  return <Input {...props} autoComplete="off" className={controlClass} />
}
