import type { ComponentPropsWithRef, MouseEvent, ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { type ButtonLook, buttonClass } from './button-style.ts'
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

type ButtonElementProps = ComponentPropsWithRef<'button'>

/**
 * The element of a react-aria button. While its action is pending it keeps the focus, but ignores clicks and
 * Enter in a field of its form. (react-aria's own `isPending` adds a live region that refers to the button by
 * id and outlives it.)
 */
export function pressTarget(isPending: boolean) {
  return (props: ButtonElementProps) => <button {...props} {...(isPending && pendingProps)} />
}

const pendingProps: ButtonElementProps = {
  'aria-disabled': true,
  'aria-busy': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
  onPointerDown: undefined,
  onMouseDown: undefined,
  onTouchStart: undefined,
  onKeyDown: undefined,
}
