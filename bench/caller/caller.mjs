/**
 * A caller in a process of its own, so that its work is not counted as the server's: one call after another.
 * Messages are `{url, count, token}`; each is answered with how long the calls took, in milliseconds.
 */
import { Agent, get } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function call(url, headers) {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    get(url, { agent, headers }, (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - begun)
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    }).on('error', reject)
  })
}

process.on('message', async ({ url, count, token }) => {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const times = []
  for (let at = 0; at < count; at += 1) times.push(await call(url, headers))
  process.send(times)
})
