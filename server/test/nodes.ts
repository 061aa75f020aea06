/** Runs the built server as separate processes on one database, with a load balancer in front of them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import type { TestApp } from './app.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const compiler = path.join(root, 'node_modules/typescript-7/bin/tsc')
export const serverMain = path.join(root, 'server/dist/main.js')

export type ServerNode = {
  url: string
  pid: number
  /** Sends SIGTERM and waits for the process to exit. @returns its exit code */
  stop(): Promise<number | null>
  /** Sends SIGKILL and waits for the process to exit. */
  kill(): Promise<void>
}

let built: Promise<void> | undefined

/** Compiles the server, once in a worker. */
export function buildServer(): Promise<void> {
  built ??= compileServer()
  return built
}

async function compileServer(): Promise<void> {
  const child = spawn(process.execPath, [compiler, '-b', 'contract', 'server'], {
    cwd: root,
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The server could not be built (${code})`)
}

/**
 * Starts the built server on the test app's database and files. It accepts the test app's access tokens.
 * @param settings environment variables that override the defaults
 */
export async function startNode(app: TestApp, settings: Record<string, string> = {}): Promise<ServerNode> {
  const child = spawn(process.execPath, ['--enable-source-maps', serverMain], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: app.databaseUrl,
      APP_SECRET: app.appSecret,
      DATA_DIR: app.deps.config.dataDir,
      PORT: '0',
      DEMO_DATA: 'false',
      RATE_LIMITS: 'off',
      OVERLOAD_PROTECTION: 'off',
      PAYOUT_NEW_DAYS: '0',
      FIRST_WEEK_PAYMENTS_USD: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await readAddress(child)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    url,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGTERM')
      if (isRunning()) await once(child, 'exit')
      return child.exitCode
    },
    async kill() {
      if (isRunning()) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    },
  }
}

/** Waits until a server listens. @returns its address */
export async function readAddress(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const address = /ready: (\S+)/.exec(output)?.[1]
      if (!address) return
      // The log that follows is dropped.
      child.stdout?.off('data', read).resume()
      resolve(address)
    }
    child.stdout?.on('data', read)
    child.once('exit', (code) => reject(new Error(`A node exited (${code}): ${output}`)))
  })
}

export type LoadBalancer = {
  url: string
  /** From now on, half of the connections to a node that dies stay open and silent on the client's side. */
  keepHalfOpen(): void
  close(): Promise<void>
}

/** Spreads connections over these addresses in turn, skipping those that refuse. */
export async function startLoadBalancer(addresses: readonly string[]): Promise<LoadBalancer> {
  const sockets = new Set<net.Socket>()
  let turn = 0
  let isHalfOpen = false
  const track = (socket: net.Socket) => {
    sockets.add(socket.setNoDelay(true))
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  }

  const connect = (client: net.Socket, attempts: number) => {
    turn += 1
    const { hostname, port } = new URL(addresses[turn % addresses.length] as string)
    const isKept = turn % (2 * addresses.length) < addresses.length
    const node = net.connect(Number(port), hostname)
    let isConnected = false
    track(node)
    node.once('connect', () => {
      isConnected = true
      client.pipe(node)
      node.pipe(client, { end: false })
      client.once('close', () => node.destroy())
      node.once('close', () => {
        if (!isHalfOpen || !isKept) client.destroy()
      })
    })
    node.once('error', () => {
      if (isConnected) return
      if (attempts > 1) connect(client, attempts - 1)
      else client.destroy()
    })
  }

  const server = net.createServer((client) => {
    track(client)
    connect(client, addresses.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    keepHalfOpen() {
      isHalfOpen = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Opens a WebSocket. @param address an http URL with path and query */
export async function openSocket(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address.replace('http', 'ws'))
  await once(socket, 'open')
  return socket
}
