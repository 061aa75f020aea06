import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'

interface IconButtonProps
  extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'aria-label' | 'isPending'> {
  /** The action, for screen readers. */
  label: string
  icon: ReactNode
  className?: string
  ref?: Ref<HTMLButtonElement>
}

export const iconButtonClass =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-soft transition-colors ' +
  'hover:bg-sand hover:text-ink disabled:opacity-40'

export function IconButton(props: IconButtonProps) {
  const { label, icon, className = '', ...rest } = props
  return (
    <AriaButton {...rest} aria-label={label} className={`${iconButtonClass} ${className}`}>
      {icon}
    </AriaButton>
  )
}
