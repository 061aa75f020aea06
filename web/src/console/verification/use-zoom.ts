import { type KeyboardEvent, useState } from 'react'

const STEP = 1.25
const SMALLEST = 0.5
const LARGEST = 6
/** The whole page is visible. */
const FIT = 1

/** How a document is shown. */
export interface View {
  zoom: number
  /** In degrees. */
  rotation: number
}

const start: View = { zoom: FIT, rotation: 0 }

/** The zoom and rotation of a document. Another one starts with the whole page, upright. */
export function useZoom(fileId: string) {
  const [changed, setChanged] = useState({ fileId, view: start })
  const view = changed.fileId === fileId ? changed.view : start
  const setView = (next: View) => setChanged({ fileId, view: next })
  const { zoom, rotation } = view
  const zoomBy = (factor: number) =>
    setView({ zoom: Math.min(LARGEST, Math.max(SMALLEST, zoom * factor)), rotation })
  const actions = {
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    fit: () => setView({ zoom: FIT, rotation }),
    rotate: () => setView({ zoom, rotation: (rotation + 90) % 360 }),
  }
  return { view, ...actions, canZoomIn: zoom < LARGEST, canZoomOut: zoom > SMALLEST }
}

/** Calls the action of a key, unless it is pressed with another one or typed into a field. */
export function onKeys(actions: Readonly<Record<string, () => void>>) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select')) return
    const act = actions[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  }
}
