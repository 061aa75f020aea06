import { matchesMedia } from './use-media.ts'

/**
 * Scrolls to the top of an element and moves the focus to it, so that keyboards and screen readers follow.
 */
export function scrollAndFocus(element: HTMLElement | null): void {
  follow(element, () => element, 'start')
}

/** Moves the focus to a field and brings the message below it into sight, also where the field is a long one. */
export function focusField(field: HTMLElement | null): void {
  const findMessage = () => {
    const [id = ''] = field?.getAttribute('aria-describedby')?.split(' ').slice(-1) ?? []
    return document.getElementById(id) ?? field
  }
  follow(field, findMessage, 'center')
}

function follow(
  focused: HTMLElement | null,
  findShown: () => HTMLElement | null,
  block: ScrollLogicalPosition,
): void {
  const isCalm = matchesMedia('reducedMotion')
  // After the pressed control has taken the focus.
  requestAnimationFrame(() => {
    focused?.focus({ preventScroll: true })
    findShown()?.scrollIntoView({ block, behavior: isCalm ? 'auto' : 'smooth' })
  })
}
