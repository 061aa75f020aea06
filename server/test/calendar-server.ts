/**
 * A stand-in for Google's or Apple's calendar server: https on loopback, with a certificate that only tests
 * trust.
 */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeCertificate } from './certificate.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type CalendarServer = {
  url: string
  port: number
  /** For `LOOPBACK_CALENDARS_CA`. */
  authority: string
  /** Answers calls of a path with a calendar's text, or as the handler wishes. @returns the address */
  answer(path: string, answer: string | Handler): string
  close(): Promise<void>
}

export async function startCalendarServer(): Promise<CalendarServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tendwell-calendar-server-'))
  const files = await makeCertificate(folder)
  const [authority, cert, key] = await Promise.all([
    readFile(files.authority, 'utf8'),
    readFile(files.certificate),
    readFile(files.key),
  ])
  const answers = new Map<string, string | Handler>()
  const server = createServer({ cert, key }, (request, response) => {
    const answer = answers.get(request.url ?? '')
    if (typeof answer === 'function') return answer(request, response)
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/calendar' })
    response.end(answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `https://127.0.0.1:${port}`
  return {
    url,
    port,
    authority,
    answer(path, answer) {
      answers.set(path, answer)
      return `${url}${path}`
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await rm(folder, { recursive: true })
    },
  }
}
