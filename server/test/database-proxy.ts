/** A way to PostgreSQL that can be cut and mended, as networks and restarts do. */
import { once } from 'node:events'
import net from 'node:net'

export type DatabaseProxy = {
  /** The database's address by this way. */
  url: string
  /** Ends every connection and refuses new ones. */
  cut(): void
  /** Leaves connections open and new ones unanswered: nothing passes any more. */
  swallow(): void
  mend(): void
  close(): Promise<void>
}

/** @param databaseUrl PostgreSQL's own address */
export async function databaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<net.Socket>()
  let state: 'open' | 'cut' | 'swallowing' = 'open'
  const track = (socket: net.Socket) => {
    sockets.add(socket.setNoDelay(true))
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  }
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = net.createServer((client) => {
    track(client)
    if (state === 'cut') client.destroy()
    if (state !== 'open') return
    const database = net.connect(Number(target.port), target.hostname)
    track(database)
    client.pipe(database)
    database.pipe(client)
    client.once('close', () => database.destroy())
    database.once('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as net.AddressInfo).port)
  return {
    url: url.href,
    cut() {
      state = 'cut'
      endAll()
    },
    swallow() {
      state = 'swallowing'
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend() {
      // What was swallowed is lost: its connections can't go on in the middle.
      if (state === 'swallowing') endAll()
      state = 'open'
    },
    async close() {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}
