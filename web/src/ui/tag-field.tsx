import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Popover } from 'react-aria-components/Popover'
import { controlClass, type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'
import { type Option, OptionList, popoverClass } from './option-list.tsx'

interface TagFieldProps extends FieldFrame {
  value: string[]
  onChange: (value: string[]) => void
  onBlur?: () => void
  name?: string
  /** What is offered while typing. */
  suggestions: readonly string[]
  /** Take words that are not among the suggestions too: a comma ends one as it was typed. */
  allowsOwn?: boolean
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** Several of many, as tags: skills, languages. */
export function TagField(props: TagFieldProps) {
  const { label, hint, error, value, onChange, suggestions, allowsOwn, className = '', ref, ...rest } = props
  const { isRequired, placeholder, onBlur, ...fieldProps } = rest
  const [typed, setTyped] = useState('')
  // Choosing empties the field, which would open the list again over the content below.
  const [isOffering, setOffering] = useState(true)
  const chosen = new Set(value.map((tag) => tag.toLowerCase()))
  const fitting = suggestions.filter(
    (word) => !chosen.has(word.toLowerCase()) && word.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  const options: Option[] = fitting.map((word) => ({ id: word, label: word }))

  const add = (words: string[]) => {
    const fresh = words.map((word) => known(suggestions, word.trim())).filter((word) => word !== '')
    const next = [...value]
    for (const word of fresh) {
      if (!next.some((tag) => tag.toLowerCase() === word.toLowerCase())) next.push(word)
    }
    if (next.length > value.length) onChange(next)
    setTyped('')
    setOffering(false)
  }
  const type = (text: string) => {
    if (allowsOwn && text.includes(',')) add(text.split(','))
    else setTyped(text)
    if (text !== '') setOffering(true)
  }
  const addTyped = (otherwise: string | undefined) => {
    const word = meant(typed.trim(), fitting, suggestions) ?? otherwise
    if (word) add([word])
  }
  const own = allowsOwn ? typed.trim() : undefined
  const leave = () => {
    addTyped(own)
    onBlur?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setOffering(true)
    if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1))
    // With an option under the keyboard, Enter is the list's.
    const hasOption = event.currentTarget.hasAttribute('aria-activedescendant')
    if (event.key !== 'Enter' || hasOption || typed.trim() === '') return
    event.preventDefault()
    addTyped(own ?? fitting[0])
  }
  return (
    <div className={`${fieldClass} ${className}`}>
      <AriaComboBox
        {...fieldProps}
        items={isOffering ? options : []}
        onBlur={leave}
        inputValue={typed}
        onInputChange={type}
        value={null}
        onChange={(key) => key !== null && add([String(key)])}
        allowsCustomValue
        menuTrigger="input"
        isInvalid={Boolean(error)}
        validationBehavior="aria"
        className={fieldClass}
      >
        <FieldLabel label={label} isRequired={isRequired} />
        <Input ref={ref} placeholder={placeholder} className={controlClass} onKeyDownCapture={onKeyDown} />
        <FieldNote hint={hint} error={error} />
        <Popover className={`${popoverClass} min-w-(--trigger-width)`}>
          <OptionList />
        </Popover>
      </AriaComboBox>
      <Tags label={label} value={value} remove={(tag) => onChange(value.filter((one) => one !== tag))} />
    </div>
  )
}

function Tags({ label, value, remove }: { label: string; value: string[]; remove: (tag: string) => void }) {
  const list = useRef<HTMLUListElement>(null)
  if (value.length === 0) return null
  return (
    <ul ref={list} aria-label={`Chosen: ${label}`} className="flex flex-wrap gap-2 pt-1" tabIndex={-1}>
      {value.map((tag) => (
        <li
          key={tag}
          className="inline-flex animate-appear items-center rounded-full bg-sage pl-3.5 text-13 font-medium text-on-sage"
        >
          {tag}
          <Button
            aria-label={`Remove ${tag}`}
            onPress={() => {
              remove(tag)
              list.current?.focus()
            }}
            className="inline-flex size-9 items-center justify-center rounded-full hover:bg-paper-raised"
          >
            <X className="size-3.5" aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The suggestion that a word spells, or that alone begins with it: 'Chin' is 'Chinese'. */
function meant(word: string, fitting: readonly string[], suggestions: readonly string[]): string | undefined {
  if (word === '') return undefined
  const typed = word.toLowerCase()
  const spelt = suggestions.find((one) => one.toLowerCase() === typed)
  const begun = fitting.filter((one) => one.toLowerCase().startsWith(typed))
  return spelt ?? (begun.length === 1 ? begun[0] : undefined)
}

/** The suggestion's own spelling where there is one. */
function known(suggestions: readonly string[], word: string): string {
  return suggestions.find((one) => one.toLowerCase() === word.toLowerCase()) ?? word
}
