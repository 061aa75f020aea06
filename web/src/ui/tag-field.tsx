import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Popover } from 'react-aria-components/Popover'
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup'
import { isComposing } from '../lib/forms/is-composing.ts'
import { type FieldFrame, FieldLabel, FieldNote, fieldClass } from './field.tsx'
import { ListInput } from './list-input.tsx'
import { OptionList, popoverClass } from './option-list.tsx'

interface TagFieldProps extends FieldFrame {
  value: string[]
  onChange: (value: string[]) => void
  onBlur?: () => void
  name?: string
  suggestions: readonly string[]
  /** Accepts words that are not among the suggestions too. A comma ends one. */
  allowsCustomValue?: boolean
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** Several words as tags, such as skills or languages. */
export function TagField(props: TagFieldProps) {
  const { label, hint, error, value, onChange, suggestions, allowsCustomValue, ...rest } = props
  const { isRequired, placeholder, onBlur, className = '', ref, ...fieldProps } = rest
  const field = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  // Adding a tag empties the field, which would open the list again over the content below.
  const [showsList, setShowsList] = useState(true)
  const word = text.trim()
  const matches = suggestions.filter(
    (one) => !findWord(value, one) && one.toLowerCase().includes(word.toLowerCase()),
  )
  const tag = findSuggestion(suggestions, matches, word) ?? (allowsCustomValue ? word : '')

  const add = (words: string[]) => {
    const next = [...value]
    for (const one of words.map((each) => each.trim())) {
      if (one !== '' && !findWord(next, one)) next.push(findWord(suggestions, one) ?? one)
    }
    if (next.length > value.length) onChange(next)
    setText('')
    setShowsList(false)
  }
  const changeText = (next: string) => {
    if (allowsCustomValue && next.includes(',')) add(next.split(','))
    else setText(next)
    if (next !== '') setShowsList(true)
  }
  const remove = (removed: Set<string | number>) => {
    const left = value.filter((one) => !removed.has(one))
    // The empty list of tags can't be seen, so it must not have the focus.
    if (left.length === 0) field.current?.querySelector('input')?.focus()
    onChange(left)
  }
  const blur = () => {
    if (tag) add([tag])
    onBlur?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setShowsList(true)
    if (event.key === 'Backspace' && text === '' && value.length > 0) onChange(value.slice(0, -1))
    // Enter chooses the option that has the keyboard focus, if there is one.
    const hasFocusedOption = event.currentTarget.hasAttribute('aria-activedescendant')
    if (event.key !== 'Enter' || isComposing(event) || hasFocusedOption || word === '') return
    event.preventDefault()
    const entered = tag || matches[0]
    if (entered) add([entered])
  }
  return (
    <div ref={field} className={`min-w-0 ${className}`}>
      <AriaComboBox
        {...fieldProps}
        items={showsList ? matches.map((one) => ({ id: one, label: one })) : []}
        onBlur={blur}
        inputValue={text}
        onInputChange={changeText}
        value={null}
        onChange={(key) => key !== null && add([String(key)])}
        allowsCustomValue
        menuTrigger="input"
        isInvalid={Boolean(error)}
        validationBehavior="aria"
        className={fieldClass}
      >
        <FieldLabel label={label} isRequired={isRequired} />
        <ListInput
          ref={ref}
          placeholder={placeholder}
          onKeyDownCapture={onKeyDown}
          onOpen={() => setShowsList(true)}
        />
        <FieldNote hint={hint} error={error} />
        <Popover className={`${popoverClass} w-(--trigger-width)`}>
          <OptionList />
        </Popover>
      </AriaComboBox>
      <Tags label={`Chosen: ${label}`} tags={value} onRemove={rest.isDisabled ? undefined : remove} />
    </div>
  )
}

interface TagsProps {
  label: string
  tags: string[]
  /** Undefined while the field is disabled. */
  onRemove: ((removed: Set<string | number>) => void) | undefined
}

function Tags({ label, tags, onRemove }: TagsProps) {
  return (
    <TagGroup aria-label={label} {...(onRemove ? { onRemove } : { className: 'opacity-60' })}>
      <TagList
        items={tags.map((tag) => ({ id: tag }))}
        className="flex flex-wrap gap-2 pt-2.5 data-empty:pt-0 data-empty:outline-none"
      >
        {({ id }) => (
          <Tag
            textValue={id}
            className="inline-flex animate-appear items-center min-h-9 rounded-full bg-sage pl-3.5 text-13 font-medium text-on-sage not-has-[button]:pr-3.5"
          >
            {id}
            {onRemove && (
              <Button
                slot="remove"
                className="inline-flex size-9 items-center justify-center rounded-full hover:bg-paper-raised"
              >
                <X className="size-3.5" />
              </Button>
            )}
          </Tag>
        )}
      </TagList>
    </TagGroup>
  )
}

/** The suggestion with this name, or the only match that starts with the word: 'Chin' is 'Chinese'. */
function findSuggestion(
  suggestions: readonly string[],
  matches: readonly string[],
  word: string,
): string | undefined {
  if (word === '') return undefined
  const starting = matches.filter((one) => one.toLowerCase().startsWith(word.toLowerCase()))
  return findWord(suggestions, word) ?? (starting.length === 1 ? starting[0] : undefined)
}

/** The word as the list spells it, whatever the case. */
function findWord(words: readonly string[], word: string): string | undefined {
  return words.find((one) => one.toLowerCase() === word.toLowerCase())
}
