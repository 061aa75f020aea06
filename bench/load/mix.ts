/** What people do on a busy evening, as calls. */
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { createRandom, type Random } from '../../server/src/demo/random.ts'
import { signAccessToken } from '../../server/src/features/sign-in/index.ts'
import type { TestApp } from '../../server/test/app.ts'
import { PASSWORD, type TestUser } from '../../server/test/factories/accounts.ts'
import type { Call } from './arrivals.ts'
import { type Household, makeOpenCheckout, makeUnpaid, type People } from './people.ts'
import { size } from './size.ts'

/** How often each thing is done, of 1,000 calls. */
const SHARES = {
  'search as a visitor': 100,
  'search as a family': 100,
  'open the directory': 40,
  'open a caregiver’s page': 40,
  'read a caregiver': 80,
  'read a month of free hours': 80,
  'read the home screen': 100,
  'list bookings': 80,
  'list requests': 50,
  'list conversations': 100,
  'read messages': 50,
  'send a message': 70,
  'count notifications': 95,
  'log in': 3,
  'send a request': 5,
  'open a checkout': 2,
  'pay by card': 3,
  'confirm a payment': 2,
} as const
type Name = keyof typeof SHARES
type Unnamed = Omit<Call, 'name'>

const VISITORS = 2_000
const FAMILY_NETWORK = '10.1'
const VISITOR_NETWORK = '10.2'
const PAGE_NETWORK = '10.3'
/** A payment is confirmed this many calls after the card page was sent. */
const CALLS_UNTIL_CONFIRMATION = size(300, 1)

const toAddress = (network: string, index: number) => `${network}.${index >> 8}.${index & 255}`

function listSearches(day: string): Record<string, string>[] {
  return [
    {},
    { page: '2' },
    { country: 'France' },
    { city: 'London' },
    { q: 'newborn' },
    { q: 'sleep', country: 'United States' },
    { skills: 'Newborn care' },
    { skills: 'CPR,Night nanny', languages: 'English' },
    { min_rate: '30', max_rate: '60' },
    { min_rating: '4.5', ordering: 'rate' },
    { available_on: day, timezone: 'Europe/Paris' },
    { city: 'Lyon', available_on: day, start: '09:00', end: '12:00', timezone: 'Europe/Paris' },
  ]
}

/** Each name once, and then names in a random order, as often as their shares say. */
function pickNames(random: Random, count: number): Name[] {
  const once = Object.keys(SHARES) as Name[]
  const names = once.flatMap((name) => Array<Name>(SHARES[name]).fill(name))
  return Array.from({ length: count }, (_, at) => once[at] ?? random.pick(names))
}

type Prepared = {
  unpaid: { id: number; family: number }[]
  open: { id: number; path: string; family: number }[]
}

/** Accepts as many requests, and opens as many checkouts, as the calls will pay. */
async function prepare(app: TestApp, people: People, names: readonly Name[]): Promise<Prepared> {
  const prepared: Prepared = { unpaid: [], open: [] }
  for (const name of names) {
    const family = (prepared.unpaid.length + prepared.open.length) % people.families.length
    const { user } = people.families[family] as Household
    if (name === 'open a checkout') {
      prepared.unpaid.push({ id: (await makeUnpaid(app, people, user)).id, family })
    }
    if (name === 'pay by card') prepared.open.push({ ...(await makeOpenCheckout(app, people, user)), family })
  }
  await app.drain()
  return prepared
}

/** Tokens live for 15 minutes, so each run signs new ones. */
function signToken(app: TestApp, { id, role, sessionId }: TestUser): Promise<string> {
  return signAccessToken(app.deps, { userId: id, role, sessionId })
}

/** The directory, opened from many addresses with a search that no one else makes. */
export function makePageCalls(count: number): Call[] {
  return Array.from({ length: count }, (_, index) => ({
    name: 'the flooded page',
    method: 'GET',
    path: `/caregivers?min_rate=${index % 97}&max_rate=${100 + index}`,
    address: toAddress(PAGE_NETWORK, index % VISITORS),
  }))
}

/** Calls of visitors and families, each from an address of its own. */
function createSpeakers(random: Random, tokens: readonly string[]) {
  return {
    asVisitor: (path: string): Unnamed => ({
      method: 'GET',
      path,
      address: toAddress(VISITOR_NETWORK, random.between(0, VISITORS - 1)),
    }),
    asFamily: (index: number, path: string, body?: object): Unnamed => ({
      method: body ? 'POST' : 'GET',
      path,
      token: tokens[index],
      address: toAddress(FAMILY_NETWORK, index),
      ...(body && { body: JSON.stringify(body) }),
    }),
  }
}
type Speakers = ReturnType<typeof createSpeakers>

/** Calls of prepared payments; null where none is left, or none has been paid for long enough. */
function createPayments({ unpaid, open }: Prepared, { asFamily }: Speakers) {
  const paid: { at: number; call: Unnamed }[] = []
  return {
    openCheckout(): Unnamed | null {
      const request = unpaid.shift()
      return request ? asFamily(request.family, `/api/payments/bookings/${request.id}/confirm`, {}) : null
    },
    pay(at: number): Unnamed | null {
      const checkout = open.shift()
      if (!checkout) return null
      const { id, family, path } = checkout
      const form = { card_number: '4242424242424242', expiry: '12/40', cvc: '123', name: 'A Family' }
      paid.push({ at, call: asFamily(family, '/api/requests/confirm', { request_id: id }) })
      return {
        method: 'POST',
        path,
        address: toAddress(FAMILY_NETWORK, family),
        body: String(new URLSearchParams(form)),
        type: 'application/x-www-form-urlencoded',
      }
    },
    confirm(at: number): Unnamed | null {
      const isDue = paid[0] && at - paid[0].at >= CALLS_UNTIL_CONFIRMATION
      return isDue ? (paid.shift()?.call ?? null) : null
    },
  }
}

/** Prepares `count` calls. One that can't be made becomes another read of the home screen. */
export async function makeMix(app: TestApp, people: People, count: number): Promise<Call[]> {
  const random = createRandom(count)
  const names = pickNames(random, count)
  const tokens = await Promise.all(people.families.map(({ user }) => signToken(app, user)))
  const speakers = createSpeakers(random, tokens)
  const { asVisitor, asFamily } = speakers
  const payments = createPayments(await prepare(app, people, names), speakers)
  const today = toLocalDate(app.deps.clock.now().getTime(), 'UTC')
  const searches = listSearches(addDays(today, 10)).map((query) => `?${new URLSearchParams(query)}`)
  const [year, month] = today.split('-').map(Number)
  const pickCaregiver = () => random.pick(people.caregiverIds)
  const toMessages = (index: number) =>
    `/api/chat/conversations/${people.families[index]?.conversationId}/messages`

  const makeCall: Record<Name, (index: number, at: number) => Unnamed | null> = {
    'search as a visitor': () => asVisitor(`/api/auth/caregivers/${random.pick(searches)}`),
    'search as a family': (index) => asFamily(index, `/api/auth/caregivers/${random.pick(searches)}`),
    'open the directory': () => asVisitor(`/caregivers${random.pick(searches)}`),
    'open a caregiver’s page': () => asVisitor(`/caregivers/${pickCaregiver()}`),
    'read a caregiver': () => asVisitor(`/api/auth/caregivers/${pickCaregiver()}`),
    'read a month of free hours': () =>
      asVisitor(
        `/api/availability/month?user_id=${pickCaregiver()}&year=${year}&month=${month}&timezone=UTC`,
      ),
    'read the home screen': (index) => asFamily(index, '/api/home'),
    'list bookings': (index) => asFamily(index, '/api/requests/bookings/caretaker'),
    'list requests': (index) => asFamily(index, '/api/requests/mine'),
    'list conversations': (index) => asFamily(index, '/api/chat/conversations'),
    'read messages': (index) => asFamily(index, toMessages(index)),
    'send a message': (index, at) =>
      asFamily(index, toMessages(index), { text: `Hello again, number ${at}` }),
    'count notifications': (index) => asFamily(index, '/api/notifications?page_size=1'),
    'log in': (index) => {
      const email = people.families[index]?.user.email
      return { ...asFamily(index, '/api/auth/login', { email, password: PASSWORD }), token: undefined }
    },
    'send a request': (index) => {
      const { caregiver, windows } = people.takeHour()
      return asFamily(index, '/api/requests', { caregiver_id: caregiver.id, timezone: 'UTC', windows })
    },
    'open a checkout': () => payments.openCheckout(),
    'pay by card': (_index, at) => payments.pay(at),
    'confirm a payment': (_index, at) => payments.confirm(at),
  }
  return names.map((name, at) => {
    const index = random.between(0, people.families.length - 1)
    const call = makeCall[name](index, at)
    return call ? { ...call, name } : { ...asFamily(index, '/api/home'), name: 'read the home screen' }
  })
}
