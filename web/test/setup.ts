/** Runs before each file of component tests: starts the fake server and adds what jsdom lacks. */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { toast } from '../src/lib/toast.ts'
import { endTest, server } from './server.ts'

// Enough for a busy machine.
configure({ asyncUtilTimeout: 30_000 })

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  toast.remove()
  localStorage.clear()
  sessionStorage.clear()
  expect(await endTest(), 'calls that no handler answered').toEqual([])
})

// Node resolves no relative addresses.
const NodeRequest = globalThis.Request
globalThis.Request = class extends NodeRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, location.href) : input, init)
  }
}

// jsdom applies the browser's default style sheet to every element, which would take half of the time.
const hiddenStyle = Object.assign(document.createElement('span').style, { display: 'none' })
window.getComputedStyle = (element) => {
  const { hidden, style } = element as HTMLElement
  return hidden ? hiddenStyle : style
}

// A module, so that all files share one mock as they share the screens that draw with it.
vi.mock('react-chartjs-2', () => import('./charts.ts'))

// A call that a busy server did not answer is repeated at once.
vi.mock('../src/lib/transport/pause.ts', () => ({ pause: async () => {} }))

// jsdom's own frames never come again once a fake clock was taken away while one was waited for.
globalThis.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), 16))
globalThis.cancelAnimationFrame = (frame) => clearTimeout(frame)

// jsdom has no URLs for files.
URL.createObjectURL = () => 'blob:file'
URL.revokeObjectURL = () => {}

// jsdom neither opens nor draws pictures.
HTMLImageElement.prototype.decode = async () => {}
HTMLCanvasElement.prototype.getContext = () => null
HTMLCanvasElement.prototype.toBlob = (take) => take(new Blob(['pixels'], { type: 'image/webp' }))

// jsdom has no layout: nothing scrolls, nothing changes its size, and every screen is wide.
Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = () => {}
window.scrollTo = () => {}
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: media.startsWith('(min-width'),
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })
