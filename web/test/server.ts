import { HttpResponse, http, ws } from 'msw'
import { setupServer } from 'msw/node'

/** The fake server of component tests. A call without a handler fails the test: see setup.ts. */
export const server = setupServer(
  // Sockets open and bring nothing.
  ws.link('ws://localhost:3000/ws/*').addEventListener('connection', () => {}),
)

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Answers calls such as `get /api/requests/mine/` until the test ends. The latest answer to a call wins. */
export function answer(call: `${Method} ${string}`, body: object, status = 200): void {
  const [method, path] = call.split(' ') as [Method, string]
  server.use(http[method](path, () => HttpResponse.json(body, { status })))
}

/** Answers a call only once the returned function is called. */
export function answerLater(call: `${Method} ${string}`, body: object, status = 200): () => void {
  const [method, path] = call.split(' ') as [Method, string]
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  server.use(http[method](path, () => released.then(() => HttpResponse.json(body, { status }))))
  return release
}

/** A page of a list, as the server answers it. */
export function listOf<Item>(results: Item[], count = results.length) {
  return { count, next: null, previous: null, results }
}

interface Write {
  /** Such as `POST /api/requests/`. */
  call: string
  body: unknown
}

const writes: Write[] = []
const unhandled: string[] = []

server.events.on('request:start', async ({ request }) => {
  if (request.method === 'GET') return
  const write: Write = { call: nameOf(request), body: undefined }
  writes.push(write)
  write.body = await request
    .clone()
    .json()
    .catch(() => undefined)
})
server.events.on('request:unhandled', ({ request }) => {
  unhandled.push(nameOf(request))
})

/** The calls of this test other than reads: `['POST /api/requests/']`. */
export function sentWrites(): string[] {
  return writes.map(({ call }) => call)
}

/** The JSON body of this test's last write. */
export function lastBody(): unknown {
  return writes.at(-1)?.body
}

/** Forgets the test's handlers and calls. @returns the calls that no handler answered */
export function endTest(): string[] {
  server.resetHandlers()
  writes.length = 0
  return unhandled.splice(0)
}

function nameOf({ method, url }: Request): string {
  const { pathname, search } = new URL(url)
  return `${method} ${pathname}${method === 'GET' ? search : ''}`
}
