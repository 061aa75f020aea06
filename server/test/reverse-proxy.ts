/**
 * A reverse proxy as operators run it: keep-alive connections to each node, one attempt a call, and a node
 * that is not ready gets no calls.
 */
import { once } from 'node:events'
import http from 'node:http'
import type net from 'node:net'

const CHECK_EVERY_MS = 100

export type ReverseProxy = {
  url: string
  /** Sends calls to these nodes from now on. */
  useNodes(urls: readonly string[]): void
  /** Waits until a check finds the node ready. */
  untilReady(url: string): Promise<void>
  close(): Promise<void>
}

export async function startReverseProxy(): Promise<ReverseProxy> {
  const agent = new http.Agent({ keepAlive: true })
  const ready = new Set<string>()
  let nodes: readonly string[] = []
  let turn = 0

  const server = http.createServer((request, response) => {
    const open = nodes.filter((url) => ready.has(url))
    turn += 1
    const target = open[turn % open.length]
    if (!target) return response.writeHead(502).end('no node is ready')
    const { method, headers, url = '/' } = request
    const call = http.request(new URL(url, target), { method, headers, agent }, (answer) => {
      const { connection: _, ...kept } = answer.headers
      response.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(response)
      answer.once('error', () => response.destroy())
    })
    call.once('error', (error) => response.writeHead(502).end(String(error)))
    request.pipe(call)
  })

  const check = async (url: string) => {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.status === 200) ready.add(url)
    else ready.delete(url)
  }
  const timer = setInterval(() => void Promise.all(nodes.map(check)), CHECK_EVERY_MS)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    useNodes(urls) {
      nodes = urls
    },
    async untilReady(url) {
      while (!ready.has(url)) await check(url)
    },
    async close() {
      clearInterval(timer)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      agent.destroy()
    },
  }
}
