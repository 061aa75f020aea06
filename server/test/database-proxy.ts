/** A TCP proxy in front of PostgreSQL that tests can interrupt. */
import { once } from 'node:events'
import net from 'node:net'

export type DatabaseProxy = {
  /** The database URL through the proxy. */
  url: string
  /** Ends every connection and refuses new ones. */
  cut(): void
  /** Keeps connections open but passes nothing through. */
  freeze(): void
  /** Lets new connections through. */
  restore(): void
  close(): Promise<void>
}

/** @param databaseUrl the URL of PostgreSQL itself */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<net.Socket>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
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
    freeze() {
      state = 'frozen'
      for (const socket of sockets) socket.unpipe().pause()
    },
    restore() {
      // Frozen connections have lost bytes, so they cannot continue.
      if (state === 'frozen') endAll()
      state = 'open'
    },
    async close() {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}
