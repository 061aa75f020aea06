import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { type ButtonLook, buttonClass } from './button-style.ts'
import { pressTarget } from './press-target.tsx'
import { Spinner } from './spinner.tsx'

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'>, ButtonLook {
  children: ReactNode
  /** A lucide icon before the text. */
  icon?: ReactNode
  /** Shows a spinner and can't be pressed again, but keeps its focus. */
  isPending?: boolean
  className?: string
  ref?: Ref<HTMLButtonElement>
}

export function Button(props: ButtonProps) {
  const { variant, size, block, icon, isPending = false, children, className = '', ...rest } = props
  return (
    <AriaButton
      {...rest}
      render={pressTarget(isPending)}
      className={`${buttonClass({ variant, size, block })} ${className}`}
    >
      {isPending ? <Spinner /> : icon}
      {children}
    </AriaButton>
  )
}
