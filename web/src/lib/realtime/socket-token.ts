import type { Renewal } from '../session/token-refresh.ts'

export interface SocketTokenOptions {
  /** The current access token. */
  token: () => string | null
  /** Replaces an access token that the server refused. */
  renewSession: (refusedToken: string) => Promise<Renewal>
}

/** The access token of each connection. The session is renewed after the server refused a token. */
export function createSocketToken({ token, renewSession }: SocketTokenOptions) {
  let current = ''
  let refused: string | null = null
  let refusals = 0

  return {
    /**
     * @returns null if the session is over
     * @throws if the server can't be reached to renew the session
     */
    async next(): Promise<string | null> {
      if (refused !== null) {
        const renewal = await renewSession(refused)
        if (renewal === 'later') throw new Error('The session could not be renewed yet')
        if (renewal === 'ended') return null
        refused = null
      }
      current = token() ?? ''
      return current
    },
    accept() {
      refusals = 0
    },
    /** @returns whether a new token is worth a try: not if it would be the second one in a row */
    refuse(): boolean {
      refused = current
      refusals += 1
      return refusals === 1
    },
  }
}
