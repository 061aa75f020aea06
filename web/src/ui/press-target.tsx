import type { ComponentPropsWithRef, MouseEvent } from 'react'

type ButtonElementProps = ComponentPropsWithRef<'button'>

/**
 * The element of a react-aria button. While its work is under way it keeps its focus and hears no press: neither
 * a second click nor Enter in a field of its form. (react-aria's own `isPending` says so in a live region that
 * points at the button by its id, and outlives it.)
 */
export function pressTarget(isPending: boolean) {
  return (props: ButtonElementProps) => <button {...props} {...(isPending && stilled)} />
}

const stilled: ButtonElementProps = {
  'aria-disabled': true,
  'aria-busy': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
  onPointerDown: undefined,
  onMouseDown: undefined,
  onTouchStart: undefined,
  onKeyDown: undefined,
}
