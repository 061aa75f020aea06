/**
 * A client that knows the two specifications only: it makes the calls that they name, with the fields that
 * they name, and refreshes its session as they say. Anything else it is asked to send is an error of the
 * test.
 */
import { type Answer, repeatUnavailable } from './app.ts'

type Fields = readonly string[]
/** What a call sends: fields of JSON, files of a form, or parameters of a query. */
type Specified = { body?: Fields; form?: Fields; query?: Fields }

const DATES = ['date_from', 'date_to'] as const
const PROFILE = ['city', 'country', 'languages', 'editable_full_name'] as const
const HOURS = ['caregiver', 'date_local', 'is_available', 'windows'] as const
const DISPUTES = { query: ['q', 'type', 'status', ...DATES] }
const RULE = { body: ['weekday', 'start', 'end'] }

/**
 * Method and path, as in section 7 of each specification. Google's sign-in needs Google, and has tests of its
 * own.
 */
export const SPECIFIED_CALLS: Record<string, Specified> = {
  'POST /auth/signup/': { body: ['full_name', 'email', 'password', 'role'] },
  'POST /auth/login/': { body: ['email', 'password'] },
  'POST /auth/verify-email/': { body: ['token'] },
  'POST /auth/resend-verification/': { body: ['email'] },
  'POST /auth/password/reset/': { body: ['email'] },
  'POST /auth/password/reset/confirm/': { body: ['token', 'password', 'confirm_password'] },
  'POST /auth/token/refresh/': { body: ['refresh'] },
  'POST /auth/logout/': { body: ['refresh'] },

  'GET /auth/caregiver/profile/': {},
  'PUT /auth/caregiver/profile/': { body: [...PROFILE, 'hourly_rate_usd', 'description', 'skills'] },
  'POST /auth/caregiver/documents/': { form: ['gov_id_front', 'gov_id_back', 'certificate'] },
  'POST /auth/caregiver/avatar/': { form: ['avatar'] },
  'POST /auth/caretaker/avatar/': { form: ['avatar'] },
  'GET /auth/caretaker/profile/': {},
  'PUT /auth/caretaker/profile/': { body: [...PROFILE, 'phone_number', 'children', 'care_needs', 'notes'] },
  'GET /auth/caregivers/': {
    query: ['q', 'country', 'city', 'languages', 'min_rate', 'max_rate', 'skills', 'page'],
  },
  'GET /auth/caregivers/{id}/': {},
  'GET /auth/caretakers/{id}/': {},

  'GET /availability/month/': { query: ['user_id', 'year', 'month', 'timezone'] },
  'GET /availability/day/': { query: ['user_id', 'date', 'timezone'] },
  'GET /availability/public/overrides/': { query: ['user_id'] },
  'GET /availability/rules/': {},
  'POST /availability/rules/': RULE,
  'PUT /availability/rules/{id}/': RULE,
  'DELETE /availability/rules/{id}/': {},
  'GET /availability/overrides/': {},
  'POST /availability/overrides/': { body: HOURS },
  'PUT /availability/overrides/{id}/': { body: HOURS },
  'DELETE /availability/overrides/{id}/': {},
  'GET /availability/timeoff/': {},
  'POST /availability/timeoff/': { body: ['start_utc', 'end_utc'] },
  'DELETE /availability/timeoff/{id}/': {},

  'POST /requests/': { body: ['caregiver_id', 'timezone', 'windows'] },
  'GET /requests/mine/': {},
  'GET /requests/incoming/': {},
  'PATCH /requests/{id}/status/': { body: ['status'] },
  'POST /requests/confirm/': { body: ['request_id'] },
  'GET /requests/bookings/caregiver/': {},
  'GET /requests/bookings/caretaker/': {},

  'GET /reviews/caretakers/reviewable-bookings/': {},
  'POST /reviews/reviews/': { body: ['booking_id', 'rating', 'comment'] },
  'GET /reviews/caregivers/{id}/rating-summary/': {},
  'GET /reviews/reviews/my_reviews/': {},
  'GET /reviews/caregivers/{id}/reviews/': { query: ['page', 'page_size', 'ordering'] },

  'POST /payments/bookings/{id}/confirm': {},
  'GET /payments/bookings/{id}': {},
  'GET /payments/mine': {},
  'GET /wallets/mine': {},
  'GET /wallets/mine/entries': {},
  'GET /payouts/method': {},
  'POST /payouts/onboarding-link': {},
  'POST /payouts/': { body: ['amount'] },
  'GET /payouts/me': {},

  'GET /notifications/': { query: ['status'] },
  'POST /notifications/mark-read/': { body: ['ids'] },
  'GET /chat/conversations/': {},
  'POST /chat/conversations/create/': { body: ['caregiver_id', 'caretaker_id', 'text'] },
  'GET /chat/conversations/{id}/messages/': {},
  'POST /chat/conversations/{id}/messages/': { body: ['text'] },
  'POST /chat/conversations/{id}/messages/mark-read/': { body: ['message_ids'] },
  'PATCH /chat/conversations/{id}/messages/{id}/read/': {},

  'GET /disputes/bookings/available/': { query: ['q', ...DATES] },
  'POST /disputes/': { body: ['booking_request', 'type', 'reason', 'other_type_text'] },
  'GET /disputes/mine/': DISPUTES,
  'GET /disputes/assigned-to-me/': DISPUTES,
  'GET /disputes/{id}/': {},
  'PATCH /disputes/{id}/close/': {},
  'POST /disputes/{id}/evidence/': { form: ['file', 'caption'] },

  'GET /admin-panel/requests/': { query: ['q', 'status', ...DATES] },
  'GET /admin-panel/users/': { query: ['role', 'q', ...DATES] },
  'POST /admin-panel/users/{id}/status/': { body: ['is_active'] },
  'GET /admin-panel/caregivers/': { query: ['q', ...DATES] },
  'GET /admin-panel/caregivers/verification/': { query: ['q', ...DATES, 'status'] },
  'POST /admin-panel/caregivers/{id}/verification/': {
    body: ['verification_status', 'rejection_reason', 'admin_notes'],
  },
  'GET /admin-panel/analytics/summary/': {},
  'GET /admin-panel/analytics/monthly-engagement/': {},
  'GET /admin-panel/analytics/monthly-revenue/': {},
  'GET /admin-panel/disputes/': DISPUTES,
  'GET /admin-panel/disputes/{id}/': {},
  'POST /admin-panel/disputes/{id}/escalate/': {},
  'POST /admin-panel/disputes/{id}/reject/': {},
  'POST /admin-panel/disputes/{id}/close/': {},
}

/** `GET /auth/caregivers/7/?q=` is a call of `GET /auth/caregivers/{id}/`. */
function findCall(method: string, path: string): string {
  const name = `${method} ${path.replace(/\?.*/, '').replace(/\/\d+(?=\/|$)/g, '/{id}')}`
  if (!SPECIFIED_CALLS[name]) throw new Error(`No specification names ${name}`)
  return name
}

function requireFields(name: string, sent: Iterable<string>, allowed: Fields = []): void {
  const others = [...sent].filter((field) => !allowed.includes(field))
  if (others.length > 0) throw new Error(`No specification names ${others.join(', ')} of ${name}`)
}

/** A browser that holds a session, or none. @param made collects the calls of all clients */
export class SpecifiedClient {
  readonly #url: string
  readonly #made: Set<string>
  #tokens: { access: string; refresh: string } | null = null

  constructor(url: string, made: Set<string>) {
    this.#url = url
    this.#made = made
  }

  get access(): string {
    return this.#tokens?.access ?? ''
  }

  get(path: string, query: Record<string, string | number> = {}): Promise<Answer['body']> {
    const parameters = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    )
    requireFields(`GET ${path}`, parameters.keys(), SPECIFIED_CALLS[findCall('GET', path)]?.query)
    return this.#call('GET', parameters.size > 0 ? `${path}?${parameters}` : path)
  }

  /** Sends JSON; without a body, nothing at all. */
  send(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: Record<string, unknown>,
  ): Promise<Answer['body']> {
    const name = findCall(method, path)
    requireFields(name, Object.keys(body ?? {}), SPECIFIED_CALLS[name]?.body)
    if (!body) return this.#call(method, path)
    const headers = { 'content-type': 'application/json' }
    return this.#call(method, path, { headers, body: JSON.stringify(body) })
  }

  upload(path: string, form: FormData): Promise<Answer['body']> {
    const name = findCall('POST', path)
    requireFields(name, form.keys(), SPECIFIED_CALLS[name]?.form)
    return this.#call('POST', path, { body: form })
  }

  async logIn(email: string, password: string): Promise<Answer['body']> {
    const { user, access, refresh } = await this.send('POST', '/auth/login/', { email, password })
    this.#tokens = { access, refresh }
    return user
  }

  async logOut(): Promise<void> {
    await this.send('POST', '/auth/logout/', { refresh: this.#tokens?.refresh })
    this.#tokens = null
  }

  /** A 401 is answered by one refresh and one repetition; any other 4xx is unexpected. */
  async #call(method: string, path: string, init: RequestInit = {}): Promise<Answer['body']> {
    const name = findCall(method, path)
    let response = await this.#fetch(method, path, init)
    if (response.status === 401 && this.#tokens) {
      const { refresh } = this.#tokens
      this.#tokens = null
      const answer = await this.send('POST', '/auth/token/refresh/', { refresh })
      this.#tokens = { access: answer.access, refresh: answer.refresh ?? refresh }
      response = await this.#fetch(method, path, init)
    }
    const content = await response.text()
    if (response.status >= 400) throw new Error(`${name} answered ${response.status}: ${content}`)
    this.#made.add(name)
    return content === '' ? null : JSON.parse(content)
  }

  #fetch(method: string, path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.#tokens) headers.set('authorization', `Bearer ${this.#tokens.access}`)
    return repeatUnavailable(() => fetch(`${this.#url}/api${path}`, { ...init, method, headers }))
  }
}
