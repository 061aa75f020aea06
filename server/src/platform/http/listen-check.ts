import { once } from 'node:events'
import net from 'node:net'

/** Thrown if the server can't listen. The message says to the operator what to do. */
export class CannotListenError extends Error {}

/**
 * Listens for a moment, so that a port in use is noticed before the start creates anything.
 * @throws CannotListenError if the port is in use or not allowed, or the host is not this machine's
 */
export async function requireFreePort({ host, port }: { host: string; port: number }): Promise<void> {
  const server = net.createServer().listen({ host, port, exclusive: true })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new CannotListenError(explainListenError((error as NodeJS.ErrnoException).code, host, port))
  }
  server.close()
  await once(server, 'close')
}

/** Why the server can't listen, as a sentence for the operator. */
function explainListenError(code: string | undefined, host: string, port: number): string {
  if (code === 'EADDRINUSE') {
    return `PORT: ${port} on ${host} is in use, perhaps by another Tendwell. Stop that program, or set PORT.`
  }
  if (code === 'EACCES') return `PORT: ${port} is not allowed for this account. Choose one from 1024 up.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST: ${host} is no address of this machine. 0.0.0.0 listens on all of them.`
  }
  return `HOST, PORT: the server can't listen on ${host}:${port} (${code}).`
}
