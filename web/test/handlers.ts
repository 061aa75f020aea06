/** The fake server's answers, for component tests and stories. */
import { HttpResponse, http, ws } from 'msw'

export type Call = `${'get' | 'post' | 'put' | 'patch' | 'delete'} ${string}`

/** Answers calls such as `get /api/requests/mine/`, after a promise if there is one. */
export function handle(call: Call, body: object, status = 200, after?: Promise<void>) {
  const [method, path] = call.split(' ') as ['get', string]
  return http[method](path, async () => {
    await after
    return HttpResponse.json(body, { status })
  })
}

/** Sockets open and bring nothing. */
export const quietSockets = ws.link(/\/ws\//).addEventListener('connection', () => {})
