/**
 * Makes HTTP calls from a separate process, so that the client's work does not slow down the server. Each connection
 * makes one call after another over a raw socket. A message is `{url, count, together, token}`; the reply has the time of
 * each call and of all of them, in milliseconds.
 */
import { once } from 'node:events'
import { connect } from 'node:net'

const HEAD_END = '\r\n\r\n'

/** @returns the length of a response in bytes, or null until its head is complete; it must have a Content-Length */
function parseLength(answer) {
  const headEnd = answer.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const head = answer.toString('latin1', 0, headEnd)
  const [, bodyLength] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? []
  if (!head.startsWith('HTTP/1.1 200') || bodyLength === undefined) throw new Error(head)
  return headEnd + HEAD_END.length + Number(bodyLength)
}

/** Makes one call. @returns its time in ms */
function call(socket, request) {
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0)
    let length = null
    const take = (bytes) => {
      answer = answer.length === 0 ? bytes : Buffer.concat([answer, bytes])
      length ??= parseLength(answer)
      if (length === null || answer.length < length) return
      socket.off('data', take)
      socket.off('close', reject)
      resolve(performance.now() - begun)
    }
    socket.on('data', take)
    socket.once('close', reject)
    const begun = performance.now()
    socket.write(request)
  })
}

process.on('message', async ({ url, count, together = 1, token }) => {
  const { hostname, port, host, pathname, search } = new URL(url)
  const authorization = token ? `Authorization: Bearer ${token}\r\n` : ''
  const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n`
  const connected = Array.from({ length: together }, async () => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    await once(socket, 'connect')
    return socket
  })
  const sockets = await Promise.all(connected)
  const times = []
  let begun = 0
  const callRepeatedly = async (socket) => {
    while (begun < count) {
      begun += 1
      times.push(await call(socket, request))
    }
  }
  const from = performance.now()
  await Promise.all(sockets.map(callRepeatedly))
  const whole = performance.now() - from
  for (const socket of sockets) socket.destroy()
  process.send({ times, whole })
})
