import { setupServer } from 'msw/node'
import { expect, vi } from 'vitest'
import { listOf } from './data.ts'
import { type Call, handle, quietSockets } from './handlers.ts'
import { agreed, noExport } from './own-data.ts'

export { listOf } from './data.ts'

/** The fake server of component tests. A call without a handler fails the test: see setup.ts. */
export const server = setupServer(
  quietSockets,
  handle('get /api/places/', { results: [] }),
  handle('get /api/favorites/ids', { ids: [] }),
  handle('get /api/requests/meetings/', listOf([])),
  handle('get /api/admin-panel/caregivers/background-checks/', {
    count: 0,
    next: null,
    previous: null,
    results: [],
  }),
  handle('get /api/background-checks/mine/', {
    offer: null,
    can_start: false,
    can_start_from: null,
    check: null,
    badge: null,
  }),
  handle('get /api/auth/phone/', { phone_number: '', is_verified: false, can_verify: false }),
  handle('get /api/auth/caregiver/references/', { references: [] }),
  handle('get /api/admin-panel/family-patterns/', listOf([])),
  handle('get /api/admin-panel/ban-matches/', listOf([])),
  handle('get /api/account/consents', agreed),
  handle('get /api/account/export', noExport),
)

/** Answers calls such as `get /api/requests/mine/` until the test ends. The latest answer to a call wins. */
export function answer(call: Call, body: object, status = 200): void {
  server.use(handle(call, body, status))
}

/** Answers a call only once the returned function is called. */
export function answerLater(call: Call, body: object, status = 200): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  server.use(handle(call, body, status, released))
  return release
}

interface Write {
  /** Such as `POST /api/requests/`. */
  call: string
  body: unknown
}

const writes: Write[] = []
const unhandled: string[] = []
/** Calls that arrived, and whose handler is still being looked up. */
const arrived = new Set<string>()

server.events.on('request:start', async ({ request, requestId }) => {
  arrived.add(requestId)
  if (request.method === 'GET') return
  const write: Write = { call: describeCall(request), body: undefined }
  writes.push(write)
  write.body = await request
    .clone()
    .json()
    .catch(() => undefined)
})
server.events.on('request:match', ({ requestId }) => void arrived.delete(requestId))
server.events.on('request:unhandled', ({ request, requestId }) => {
  arrived.delete(requestId)
  unhandled.push(describeCall(request))
})

/** This test's calls except reads: `['POST /api/requests/']`. */
export function sentWrites(): string[] {
  return writes.map(({ call }) => call)
}

/** The JSON body of this test's last write. */
export function lastBody(): unknown {
  return writes.at(-1)?.body
}

/**
 * Forgets the test's handlers and calls, once each call has found its handler; a late one would fail the next
 * test.
 * @returns the calls that no handler answered
 */
export async function endTest(): Promise<string[]> {
  // Calls that the last render has just started arrive within this turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve))
  await vi.waitFor(() => expect(arrived.size).toBe(0), { timeout: 30_000, interval: 5 })
  server.resetHandlers()
  writes.length = 0
  return unhandled.splice(0)
}

function describeCall({ method, url }: Request): string {
  const { pathname, search } = new URL(url)
  return `${method} ${pathname}${method === 'GET' ? search : ''}`
}
