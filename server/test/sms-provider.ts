/** A stand-in for Twilio on loopback: it takes messages for an account with its token. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TestSmsProvider = {
  /** The settings of a product that sends by it. */
  settings: Record<string, string>
  /** The messages that it took. */
  sent: { to: string; from: string; text: string }[]
  /** What it answers instead of 201; undefined by default. */
  status: number | undefined
  close(): Promise<void>
}

const ACCOUNT = 'AC0123456789'
const TOKEN = 'a token of tests'

export async function startSmsProvider(): Promise<TestSmsProvider> {
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray()
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const isOurs =
      request.url === `/2010-04-01/Accounts/${ACCOUNT}/Messages.json` &&
      request.headers.authorization === `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`
    const status = isOurs ? (provider.status ?? 201) : 401
    if (status === 201) {
      const [to = '', from = '', text = ''] = ['To', 'From', 'Body'].map((name) => form.get(name) ?? '')
      provider.sent.push({ to, from, text })
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const provider: TestSmsProvider = {
    settings: {
      SMS_ACCOUNT: ACCOUNT,
      SMS_TOKEN: TOKEN,
      SMS_FROM: '+12125550100',
      SMS_URL: `http://127.0.0.1:${port}`,
    },
    sent: [],
    status: undefined,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return provider
}
