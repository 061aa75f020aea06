/**
 * Makes HTTP calls from a separate process, so that the client's work does not slow down the server. Each
 * connection makes one call after another over a raw socket. A message is `{url, count, connections, token}`;
 * the reply has the time of each call and of all of them, in milliseconds.
 */
import { once } from 'node:events'
import { connect } from 'node:net'

const HEAD_END = '\r\n\r\n'

/**
 * @param {Buffer} response
 * @returns the length of a response in bytes, or null until its headers are complete; it must have a
 *   Content-Length
 */
function parseLength(response) {
  const headEnd = response.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const head = response.toString('latin1', 0, headEnd)
  const [, bodyLength] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? []
  if (!head.startsWith('HTTP/1.1 200') || bodyLength === undefined) throw new Error(head)
  return headEnd + HEAD_END.length + Number(bodyLength)
}

/**
 * Makes one call.
 * @param {import('node:net').Socket} socket
 * @param {string} request
 * @returns {Promise<number>} its time in ms
 */
function call(socket, request) {
  return new Promise((resolve, reject) => {
    /** @type {Buffer} */
    let response = Buffer.alloc(0)
    /** @type {number | null} */
    let length = null
    const fail = () => reject(new Error('The server closed the connection'))
    /** @param {Buffer} bytes */
    const receive = (bytes) => {
      response = response.length === 0 ? bytes : Buffer.concat([response, bytes])
      length ??= parseLength(response)
      if (length === null || response.length < length) return
      socket.off('data', receive)
      socket.off('close', fail)
      resolve(performance.now() - start)
    }
    socket.on('data', receive)
    socket.once('close', fail)
    const start = performance.now()
    socket.write(request)
  })
}

/** @param {import('./caller.ts').Calls} calls */
async function measure({ url, count, connections = 1, token }) {
  const { hostname, port, host, pathname, search } = new URL(url)
  const authorization = token ? `Authorization: Bearer ${token}\r\n` : ''
  const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n`
  const connecting = Array.from({ length: connections }, async () => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    await once(socket, 'connect')
    return socket
  })
  const sockets = await Promise.all(connecting)
  /** @type {number[]} */
  const times = []
  let started = 0
  /** @param {import('node:net').Socket} socket */
  const callRepeatedly = async (socket) => {
    while (started < count) {
      started += 1
      times.push(await call(socket, request))
    }
  }
  const start = performance.now()
  await Promise.all(sockets.map(callRepeatedly))
  const totalMs = performance.now() - start
  for (const socket of sockets) socket.destroy()
  return { times, totalMs }
}

process.on('message', async (/** @type {import('./caller.ts').Calls} */ calls) => {
  process.send?.(await measure(calls))
})
