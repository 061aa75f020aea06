/**
 * Scrolls to the top of an element and moves the focus to it, so that keyboards and screen readers follow.
 */
export function scrollAndFocus(element: HTMLElement | null): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  // After the pressed control has taken the focus.
  requestAnimationFrame(() => {
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
  })
}
