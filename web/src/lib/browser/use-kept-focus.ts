import { type RefObject, useEffect } from 'react'

const rows = 'li, tr, article'
/** No text fields, which would open a phone's keyboard. */
const focusable = 'a[href], button:not(:disabled), [tabindex="0"]'
/** What a press means, rather than the page around it. */
const controls = 'a, button, input, label, select, summary, textarea, [tabindex="0"]'

/** Where the focus was: the element and its ancestors up to the root, from the inside out. */
type Place = HTMLElement[]

/**
 * Keeps the focus near its place when the focused control disappears, such as with its row, instead of leaving
 * it on the page's body: in the next row, else the one before, else on the list, panel or heading around it. A
 * screen that moves the focus itself comes first.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const container = root.current
    if (!container) return
    let place: Place = []
    /** The rows beside those of the place, from the time when they were still there. */
    let neighbors: HTMLElement[] = []
    let path = ''
    let frame = 0

    const remember = () => {
      const { activeElement, body } = document
      // A dialog keeps the place that it was opened from.
      if (activeElement !== body && !container.contains(activeElement)) return
      const isInside = activeElement instanceof HTMLElement && activeElement !== body
      path = location.pathname
      place = isInside ? listAncestors(activeElement, container) : []
      neighbors = place.filter((element) => element.matches(rows)).flatMap(listNeighbors)
    }
    // After a press beside all controls the focus is on the body on purpose.
    const onPress = ({ target }: Event) => {
      if (target instanceof Element && container.contains(target) && !target.closest(controls)) place = []
    }
    const restore = () => {
      if (document.activeElement !== document.body || !place[0] || place[0].isConnected) return
      // A new page is focused as a whole.
      if (location.pathname !== path) return
      const around = place.filter((element) => element.isConnected)
      const target = findNeighbor(neighbors, around[0]) ?? findAround(around) ?? findHeading(container)
      place = []
      target?.focus()
    }
    // After a closing dialog has given its focus back.
    const observer = new MutationObserver(() => {
      if (place[0] && !place[0].isConnected) frame = requestAnimationFrame(restore)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', onPress)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [root])
}

function listAncestors(element: HTMLElement, container: HTMLElement): Place {
  const place: Place = []
  for (let at: HTMLElement | null = element; at && at !== container; at = at.parentElement) place.push(at)
  return place
}

/** The rows after this one, then those before it, the nearest first. */
function listNeighbors(row: HTMLElement): HTMLElement[] {
  const all = [...(row.parentElement?.children ?? [])].filter((one) => one instanceof HTMLElement)
  const place = all.indexOf(row)
  return [...all.slice(place + 1), ...all.slice(0, place).reverse()]
}

/** The first control of the nearest row that is left, in the innermost part of the page that is left. */
function findNeighbor(neighbors: HTMLElement[], around: HTMLElement | undefined): HTMLElement | undefined {
  return neighbors
    .filter((row) => row.isConnected && around?.contains(row))
    .flatMap((row) => row.querySelector<HTMLElement>(focusable) ?? [])[0]
}

/** The nearest part that can take the focus and says what it is, or has a heading. */
function findAround(around: HTMLElement[]): HTMLElement | undefined {
  for (const element of around) {
    const isNamed = element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')
    if (isNamed && element.tabIndex === -1 && element.hasAttribute('tabindex')) return element
    const heading = findHeading(element)
    if (heading) return heading
  }
  return undefined
}

function findHeading(element: HTMLElement): HTMLElement | undefined {
  const heading = element.querySelector<HTMLElement>('h1, h2, h3, h4')
  if (!heading) return undefined
  heading.tabIndex = -1
  return heading
}
