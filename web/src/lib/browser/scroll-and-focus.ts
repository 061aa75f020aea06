import { matchesMedia } from './use-media.ts'

/**
 * Scrolls to the top of an element and moves the focus to it, so that keyboards and screen readers follow.
 */
export function scrollAndFocus(element: HTMLElement | null): void {
  const isCalm = matchesMedia('reducedMotion')
  // After the pressed control has taken the focus.
  requestAnimationFrame(() => {
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
  })
}
