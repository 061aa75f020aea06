import { Switch as AriaSwitch } from 'react-aria-components/Switch'

interface SwitchProps {
  /** Of its input, for a `<label htmlFor>` elsewhere. */
  id?: string
  value: boolean
  onChange: (value: boolean) => void
  isDisabled?: boolean
  /** While a change is sent. It can't be changed again, but keeps its focus. */
  isPending?: boolean
  /** What is switched, for screen readers. */
  'aria-label': string
  /** The words beside it for both states. */
  words: { on: string; off: string }
}

/** A switch that takes effect immediately. */
export function Switch({ value, onChange, isPending = false, words, ...props }: SwitchProps) {
  return (
    <AriaSwitch
      {...props}
      isSelected={value}
      onChange={onChange}
      isReadOnly={isPending}
      className="group inline-flex min-h-11 cursor-pointer items-center gap-3 data-disabled:opacity-50 data-readonly:opacity-50"
    >
      <span className="flex h-6.5 w-11 shrink-0 items-center rounded-full border border-edge bg-sand p-0.5 transition-colors group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-forest group-data-selected:border-forest group-data-selected:bg-forest">
        <span className="size-5 rounded-full bg-edge transition-transform group-data-selected:translate-x-4.5 group-data-selected:bg-on-forest" />
      </span>
      {/* The longer word sets the width, so that nothing moves. */}
      <span aria-hidden="true" className="w-15 text-left text-13 font-medium text-ink-soft">
        {value ? words.on : words.off}
      </span>
    </AriaSwitch>
  )
}
