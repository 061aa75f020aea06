import type { ComponentPropsWithRef, MouseEvent } from 'react'

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
