/** Calls the product's API, to log people in and to create what a journey starts from. */
import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { CLOCK_AHEAD_HEADER } from '@tendwell/contract/clock'
import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import type { User } from '@tendwell/contract/sign-in/accounts'

export interface Person {
  name: string
  email: string
  password: string
}

export interface Session {
  user: User
  access: string
  refresh: string
  /** The value of the cookie that lets a browser open file links. */
  fileCookie: string
}

const DEMO_PASSWORD = 'tendwell-demo'
/** What the sign-up screen says that people agreed to. */
const currentVersions = { terms_version: TERMS_VERSION, privacy_version: PRIVACY_VERSION }

/** Logins of the demo data. The last one is a caregiver who waits for verification. */
export const demo = {
  family: { email: 'family@demo.tendwell.test', password: DEMO_PASSWORD },
  caregiver: { email: 'caregiver@demo.tendwell.test', password: DEMO_PASSWORD },
  admin: { email: 'admin@demo.tendwell.test', password: DEMO_PASSWORD },
  pendingCaregiver: { email: 'mei.lin.chow@demo.tendwell.test', password: DEMO_PASSWORD },
} as const

/** A new person with a unique last name and email. */
export function createPerson(firstName: string): Person {
  const mark = [...randomBytes(6)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')
  const name = `${firstName} ${mark.charAt(0).toUpperCase()}${mark.slice(1)}`
  return { name, email: `${mark}@journey.test`, password: 'a quiet river at dawn' }
}

export class Api {
  readonly url: string
  /** How far the product's clock is ahead of this machine's, as its last answer said. */
  clockAheadMs = 0
  /** The cookie of the one device that each person has, by their email. */
  readonly #devices = new Map<string, string>()

  constructor(url: string) {
    this.url = url
  }

  /** Sends JSON, or a form, as this person or as a visitor. @returns the answer, whatever its status */
  async fetch(
    session: Pick<Session, 'access'> | null,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    path: string,
    data?: object,
    cookie?: string,
  ): Promise<Response> {
    const isForm = data instanceof FormData || data instanceof URLSearchParams
    const answer = await fetch(new URL(path, this.url), {
      method,
      redirect: 'manual',
      headers: {
        ...(session && { authorization: `Bearer ${session.access}` }),
        ...(cookie !== undefined && { cookie }),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...(data && !isForm && { 'content-type': 'application/json' }),
      },
      body: data === undefined ? null : isForm ? data : JSON.stringify(data),
    })
    this.clockAheadMs = Number(answer.headers.get(CLOCK_AHEAD_HEADER) ?? this.clockAheadMs)
    return answer
  }

  /** @returns the body of a successful answer @throws if the call fails */
  async call<Answer>(...[session, method, path, data]: Parameters<Api['fetch']>): Promise<Answer> {
    const answer = await this.fetch(session, method, path, data)
    const text = await answer.text()
    expect(answer.ok, `${method} ${path}: ${answer.status} ${text}`).toBe(true)
    return JSON.parse(text)
  }

  async logIn({ email, password }: Pick<Person, 'email' | 'password'>): Promise<Session> {
    const device = this.#devices.get(email)
    const answer = await this.fetch(null, 'POST', '/api/auth/login/', { email, password }, device)
    const text = await answer.text()
    expect(answer.ok, `the login of ${email}: ${answer.status} ${text}`).toBe(true)
    const cookies = answer.headers.get('set-cookie') ?? ''
    const [, fileCookie = ''] = /tendwell-files=([^;]+)/.exec(cookies) ?? []
    const [known] = /tendwell-device-[\w-]+=[^;]+/.exec(cookies) ?? []
    if (known) this.#devices.set(email, known)
    return { ...JSON.parse(text), fileCookie }
  }

  /** Signs a person up, verifies their email and logs them in. */
  async register(
    person: Person,
    role: 'caregiver' | 'caretaker' = 'caretaker',
    agreed: { terms_version?: string; privacy_version?: string } = currentVersions,
  ): Promise<Session> {
    const { name, email, password } = person
    const data = { full_name: name, email, password, role, timezone: 'America/New_York', ...agreed }
    const signup: { verification_handle: string } = await this.call(null, 'POST', '/api/auth/signup/', data)
    const [, token] = /\?token=([\w.-]+)/.exec(await this.readMail(email, 'is your Tendwell code')) ?? []
    const { verification_handle } = signup
    await this.call(null, 'POST', '/api/auth/verify-email/', { token, verification_handle })
    return this.logIn(person)
  }

  /**
   * Waits for an email to this address whose subject contains the text.
   * @returns the newest as a page of the mailbox
   */
  async readMail(email: string, subject: string): Promise<string> {
    const path = await this.findMail(email, subject)
    const answer = await this.fetch(null, 'GET', path)
    const page = await answer.text()
    expect(answer.ok, `${path}: ${answer.status} ${page}`).toBe(true)
    return page
  }

  /** @returns the path of that email */
  async findMail(email: string, subject: string): Promise<string> {
    let found: string | undefined
    await expect(async () => {
      const mailbox = await (await this.fetch(null, 'GET', '/dev/mailbox')).text()
      const rows = mailbox.matchAll(/<a href="(\/dev\/mailbox\/\d+)">([^<]*)<\/a><br>\s*<small>to (\S+)/g)
      found = [...rows].find(([, , title, to]) => to === email && title?.includes(subject))?.[1]
      expect(found, `an email to ${email} about “${subject}”`).toBeDefined()
    }).toPass({ intervals: [50, 100, 250] })
    return found ?? ''
  }

  /** The product's time, in ms since 1970. */
  now(): number {
    return Date.now() + this.clockAheadMs
  }

  /** Moves the product's clock forward and runs what becomes due. @returns its time */
  advanceClock(minutes: number): Promise<number> {
    return this.#moveClock({ advance_minutes: minutes })
  }

  /** Sets the product's clock. @param at an instant such as 2027-05-12T15:00:00Z @returns its time */
  setClock(at: string): Promise<number> {
    return this.#moveClock({ at })
  }

  async #moveClock(move: { advance_minutes: number } | { at: string }): Promise<number> {
    const { now } = await this.call<{ now: string }>(null, 'POST', '/dev/clock', move)
    this.clockAheadMs = Date.parse(now) - Date.now()
    return this.now()
  }
}
