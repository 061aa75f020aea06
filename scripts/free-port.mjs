import { once } from 'node:events'
import { createServer } from 'node:net'

/** @returns a port of loopback that nothing listens on, for a program that can't say which one it took */
export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  await new Promise((resolve) => server.close(resolve))
  return port
}
