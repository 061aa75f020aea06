/** People who search, write, ask support and book, until they are stopped. */
import { randomUUID } from 'node:crypto'
import { type Call, createCaller, isOk, pause } from './calls.ts'
import type { People } from './people.ts'

export const CALLERS = 8
const CONTACT_PAUSE_MS = 400

/** What the product said it has done. */
export interface Promises {
  /** Client ids of messages. */
  messages: string[]
  /** Marks of emails, and when they were promised. */
  emails: Map<string, number>
  /** Ids of the requests whose card was charged. */
  paid: number[]
  /** Ids of the requests whose hours were booked. */
  booked: number[]
}

export interface Load {
  calls: Call[]
  promises: Promises
  /** Waits until no call has failed for this long. @returns when the last failed call ended */
  waitForQuiet(quietMs: number, limitMs: number): Promise<number>
  stop(): Promise<void>
}

/** Pays on the card page of a checkout. @returns the HTTP status */
export type Pay = (checkoutUrl: string) => Promise<number>

/** @param pay the sandbox's card page by default */
export function startLoad(url: string, people: People, pay?: Pay): Load {
  const calls: Call[] = []
  const promises: Promises = { messages: [], emails: new Map(), paid: [], booked: [] }
  const call = createCaller(url, calls)
  const startedMs = Date.now()
  let isStopped = false
  let bookings = 0

  const readAndWrite = async () => {
    const { writer, conversationId } = people
    await call(null, 'GET', '/api/auth/caregivers/?page_size=12')
    await call(writer, 'GET', '/api/home')
    const id = randomUUID()
    const message = { text: `Chaos ${id}`, client_id: id }
    const path = `/api/chat/conversations/${conversationId}/messages/`
    const { status } = await call(writer, 'POST', path, message)
    if (status === 200 || status === 201) promises.messages.push(id)
  }

  const askSupport = async () => {
    const mark = randomUUID()
    const body = { name: 'Ada', email: `${mark}@chaos.test`, subject: 'A question', message: 'Hello' }
    const { status } = await call(null, 'POST', '/api/contact', body)
    if (status === 200) promises.emails.set(mark, Date.now())
    await pause(CONTACT_PAUSE_MS)
  }

  const payByCard: Pay = async (checkoutUrl) => {
    const card = { card_number: '4242424242424242', expiry: '12/40', cvc: '123', name: 'A Family' }
    const path = new URL(checkoutUrl).pathname
    return (await call(null, 'POST', path, new URLSearchParams(card))).status
  }

  /** Goes as far as the product lets them. */
  const book = async (family: People['families'][number]) => {
    const { families, slots } = people
    // Every family wants each hour.
    const slot = slots[Math.floor(bookings++ / families.length) % slots.length]
    if (!slot) throw new Error('there are no hours to book')
    const { caregiver, window } = slot
    const request = { caregiver_id: caregiver.id, timezone: 'UTC', windows: [window] }
    const sent = await call(family, 'POST', '/api/requests', request)
    if (sent.status !== 201) return
    const { id } = sent.body
    const accepted = await call(caregiver, 'PATCH', `/api/requests/${id}/status`, { status: 'accepted' })
    if (accepted.status !== 200) return
    const opened = await call(family, 'POST', `/api/payments/bookings/${id}/confirm`, {})
    if (opened.status !== 200) return
    if ((await (pay ?? payByCard)(opened.body.checkout_url)) !== 303) return
    promises.paid.push(id)
    const confirmed = await call(family, 'POST', '/api/requests/confirm', { request_id: id })
    if (confirmed.status === 200) promises.booked.push(id)
  }

  const repeat = async (work: () => Promise<void>) => {
    while (!isStopped) await work()
  }
  const callers = [
    ...Array.from({ length: CALLERS - people.families.length - 1 }, () => repeat(readAndWrite)),
    repeat(askSupport),
    ...people.families.map((family) => repeat(() => book(family))),
  ]

  return {
    calls,
    promises,
    async waitForQuiet(quietMs, limitMs) {
      const giveUpMs = Date.now() + limitMs
      while (Date.now() < giveUpMs) {
        const lastMs = calls.findLast((one) => !isOk(one))?.endedMs ?? startedMs
        if (Date.now() - lastMs > quietMs && (calls.at(-1)?.endedMs ?? 0) > lastMs) return lastMs
        await pause(50)
      }
      throw new Error(`calls still fail: ${JSON.stringify(calls.filter((one) => !isOk(one)).slice(-3))}`)
    },
    async stop() {
      isStopped = true
      await Promise.all(callers)
    },
  }
}
