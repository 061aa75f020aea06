import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type Ref, useContext } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { controlClass } from './field.tsx'
import { iconButtonClass } from './icon-button.tsx'

interface ListInputProps {
  placeholder?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
  onKeyDownCapture?: (event: KeyboardEvent) => void
  /** Called when a press opens the list. */
  onOpen?: () => void
}

/** The input of a combo box. A press on it, or on its arrow, opens the list with all options. */
export function ListInput({ onOpen, ...props }: ListInputProps) {
  const state = useContext(ComboBoxStateContext)
  return (
    <Group className="relative flex items-center">
      <Input
        {...props}
        onClick={() => {
          onOpen?.()
          state?.open(null, 'manual')
        }}
        className={`${controlClass} pr-12`}
      />
      <Button
        onPressStart={() => onOpen?.()}
        className={`${iconButtonClass} absolute right-0.5 data-disabled:opacity-50`}
      >
        <ChevronDown className="size-4" />
      </Button>
    </Group>
  )
}
