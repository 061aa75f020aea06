/** Who may call each route, listed by hand so that the test does not repeat what the code declares. */
import { STAFF_ROLES } from '@tendwell/contract/sign-in/accounts'
import type { AccessRole } from '../src/platform/http/access.ts'
import type { TestApp } from './app.ts'

export type Route = { method: string; path: string }

/** `socket` is a WebSocket, which checks its token itself. */
type Callers = 'everyone' | 'socket' | readonly AccessRole[]

const SIGNED_IN: Callers = ['caregiver', 'caretaker', ...STAFF_ROLES]
const SUPPORT: Callers = ['support', 'admin']
const FINANCE: Callers = ['finance', 'admin']

/** A HEAD route has the callers of its GET route. */
export const CALLERS: Record<string, Callers> = {
  'GET /healthz': 'everyone',
  'GET /readyz': 'everyone',
  'GET /metrics': 'everyone',
  'GET /dev/mailbox': 'everyone',
  'GET /dev/mailbox/:id': 'everyone',
  'GET /dev/mailbox/:id/html': 'everyone',
  'GET /dev/mailbox/:id/attachments/:index': 'everyone',
  'POST /dev/clock': 'everyone',
  'GET /sandbox/checkout/:sessionId': 'everyone',
  'POST /sandbox/checkout/:sessionId': 'everyone',
  'GET /sandbox/background-check/:reference': 'everyone',
  'POST /sandbox/background-check/:reference': 'everyone',
  'GET /sandbox/background-report/:reference': 'everyone',
  'GET /sandbox/background-help': 'everyone',
  'GET /sandbox/onboarding/:token': 'everyone',
  'POST /sandbox/onboarding/:token': 'everyone',
  'GET /*': 'everyone',
  'GET /assets/*': 'everyone',
  'GET /robots.txt': 'everyone',
  'GET /sitemap.xml': 'everyone',
  'GET /ws/notifications': 'socket',
  'GET /ws/chat': 'socket',

  'GET /api/docs': 'everyone',
  'GET /api/docs/storage.js': 'everyone',
  'GET /api/docs/start.js': 'everyone',
  'GET /api/docs/reference.js': 'everyone',
  'GET /api/openapi.json': 'everyone',

  'POST /api/auth/signup': 'everyone',
  'POST /api/auth/login': 'everyone',
  // The handlers check the ticket, and the passkey's signature.
  'POST /api/auth/login/second-step': 'everyone',
  'POST /api/auth/login/passkey': 'everyone',
  'POST /api/auth/login/passkey/options': 'everyone',
  'POST /api/auth/logout': 'everyone',
  'POST /api/auth/verify-email': 'everyone',
  'POST /api/auth/verify-email/code': 'everyone',
  'POST /api/auth/verify-email/password': 'everyone',
  // The handler checks the handle.
  'POST /api/auth/verify-email/session': 'everyone',
  'POST /api/auth/resend-verification': 'everyone',
  'POST /api/auth/token/refresh': 'everyone',
  'POST /api/auth/google': 'everyone',
  'GET /api/auth/settings': 'everyone',
  'POST /api/auth/password/reset': 'everyone',
  'POST /api/auth/password/reset/confirm': 'everyone',
  'POST /api/auth/password/change': SIGNED_IN,
  'POST /api/auth/reauthenticate': SIGNED_IN,
  'POST /api/auth/reauthenticate/passkey/options': SIGNED_IN,
  'GET /api/auth/two-step': SIGNED_IN,
  'POST /api/auth/two-step/passkeys/options': SIGNED_IN,
  'POST /api/auth/two-step/passkeys': SIGNED_IN,
  'PATCH /api/auth/two-step/passkeys/:id': SIGNED_IN,
  'DELETE /api/auth/two-step/passkeys/:id': SIGNED_IN,
  'POST /api/auth/two-step/app': SIGNED_IN,
  'PATCH /api/auth/two-step/app': SIGNED_IN,
  'DELETE /api/auth/two-step/app': SIGNED_IN,
  'POST /api/auth/two-step/app/confirm': SIGNED_IN,
  'POST /api/auth/two-step/recovery-codes': SIGNED_IN,
  'DELETE /api/auth/two-step/remembered-devices': SIGNED_IN,
  // The handler checks the mailed token.
  'POST /api/auth/two-step/recovery/stop': 'everyone',
  'GET /api/auth/email': SIGNED_IN,
  'POST /api/auth/email/change': SIGNED_IN,
  'DELETE /api/auth/email/change': SIGNED_IN,
  // The handlers check the mailed token.
  'POST /api/auth/email/change/confirm': 'everyone',
  'POST /api/auth/email/change/stop': 'everyone',
  // The handler checks the mailed token.
  'POST /api/auth/staff/accept': 'everyone',
  'GET /api/auth/identities': SIGNED_IN,
  'DELETE /api/auth/identities/:id': SIGNED_IN,
  'GET /api/auth/sessions': SIGNED_IN,
  'DELETE /api/auth/sessions/:id': SIGNED_IN,
  // The handler checks the signature of the link's token.
  'POST /api/auth/sessions/end': 'everyone',
  'POST /api/auth/not-me': 'everyone',
  'POST /api/contact': 'everyone',
  'GET /api/account/consents': SIGNED_IN,
  'POST /api/account/consents': SIGNED_IN,
  'GET /api/account/export': SIGNED_IN,
  'POST /api/account/export': SIGNED_IN,
  'POST /api/account/export/link': SIGNED_IN,
  'GET /api/account/staff-access': SIGNED_IN,
  'GET /api/account/closing': SIGNED_IN,
  'POST /api/account/close': SIGNED_IN,
  // The handler checks the mailed token.
  'POST /api/account/reopen': 'everyone',

  'GET /avatars/:id': 'everyone',
  'GET /avatars/initials/svg': 'everyone',
  // The handler checks the link's signature and its viewer's session.
  'GET /api/files/:id': 'everyone',

  'GET /api/auth/caregiver/profile': ['caregiver'],
  'PUT /api/auth/caregiver/profile': ['caregiver'],
  'PATCH /api/auth/caregiver/profile': ['caregiver'],
  'DELETE /api/auth/caregiver/profile/changes': ['caregiver'],
  'GET /api/auth/caregiver/references': ['caregiver'],
  'POST /api/auth/caregiver/references': ['caregiver'],
  'POST /api/auth/caregiver/references/:id/ask': ['caregiver'],
  'DELETE /api/auth/caregiver/references/:id': ['caregiver'],
  // The handlers check the token of the mailed link.
  'GET /api/references': 'everyone',
  'POST /api/references/answer': 'everyone',
  'POST /api/references/delete': 'everyone',
  'POST /api/auth/caregiver/documents': ['caregiver'],
  'GET /api/auth/caregiver/documents/openings': ['caregiver'],
  'POST /api/auth/caregiver/avatar': ['caregiver'],
  'POST /api/auth/caretaker/avatar': ['caretaker'],
  'GET /api/auth/caretaker/profile': ['caretaker'],
  'PUT /api/auth/caretaker/profile': ['caretaker'],
  'GET /api/auth/caretakers/:id': ['caregiver'],
  'GET /api/background-checks/mine': ['caregiver'],
  'POST /api/background-checks': ['caregiver'],
  'POST /api/background-checks/webhooks/sandbox': 'everyone',
  'GET /api/places': 'everyone',
  'GET /api/blocks': ['caregiver', 'caretaker'],
  'POST /api/blocks': ['caregiver', 'caretaker'],
  'DELETE /api/blocks/:id': ['caregiver', 'caretaker'],
  'GET /api/blocks/:id/preview': ['caregiver', 'caretaker'],
  'GET /api/favorites': ['caretaker'],
  'GET /api/favorites/ids': ['caretaker'],
  'PUT /api/favorites/:id': ['caretaker'],
  'DELETE /api/favorites/:id': ['caretaker'],
  'GET /api/saved-searches': ['caretaker'],
  'POST /api/saved-searches': ['caretaker'],
  'DELETE /api/saved-searches/:id': ['caretaker'],
  'GET /api/auth/caregivers': 'everyone',
  'GET /api/auth/caregivers/:id': 'everyone',
  'GET /api/auth/caregivers/:id/distance': ['caretaker'],
  'GET /api/reviews/caregivers/:id/rating-summary': 'everyone',
  'GET /api/reviews/caregivers/:id/reviews': 'everyone',

  'GET /api/availability/month': 'everyone',
  'GET /api/availability/day': 'everyone',
  'GET /api/availability/public/overrides': 'everyone',
  'GET /api/availability/rules': ['caregiver'],
  'POST /api/availability/rules': ['caregiver'],
  'PUT /api/availability/rules': ['caregiver'],
  'PUT /api/availability/rules/:id': ['caregiver'],
  'DELETE /api/availability/rules/:id': ['caregiver'],
  'GET /api/availability/overrides': ['caregiver'],
  'POST /api/availability/overrides': ['caregiver'],
  'PUT /api/availability/overrides/:id': ['caregiver'],
  'DELETE /api/availability/overrides/:id': ['caregiver'],
  'GET /api/availability/booked': ['caregiver'],
  'GET /api/availability/timeoff': ['caregiver'],
  'POST /api/availability/timeoff': ['caregiver'],
  'DELETE /api/availability/timeoff/:id': ['caregiver'],

  'GET /api/availability/settings': ['caregiver'],
  'PUT /api/availability/settings': ['caregiver'],

  'GET /api/availability/waitlist': ['caretaker'],
  'POST /api/availability/waitlist': ['caretaker'],
  'DELETE /api/availability/waitlist/:id': ['caretaker'],

  'POST /api/requests': ['caretaker'],
  'POST /api/requests/occurrences': ['caretaker'],
  'POST /api/requests/others': ['caretaker'],
  'GET /api/requests/mine': ['caretaker'],
  'GET /api/requests/past': ['caretaker'],
  'GET /api/requests/incoming': ['caregiver'],
  'GET /api/requests/:id': ['caregiver', 'caretaker'],
  'PATCH /api/requests/:id/status': ['caregiver'],
  'PATCH /api/requests/:id/visit': ['caretaker'],
  'POST /api/requests/:id/withdraw': ['caretaker'],
  'POST /api/requests/confirm': ['caretaker'],
  'GET /api/requests/completion-rate': ['caregiver'],
  'GET /api/requests/:id/cancellation': ['caregiver', 'caretaker'],
  'POST /api/requests/:id/cancel': ['caregiver', 'caretaker'],
  'GET /api/requests/:id/backup-caregivers': ['caretaker'],
  'GET /api/requests/:id/move-slots': ['caregiver', 'caretaker'],
  'POST /api/requests/:id/moves': ['caregiver', 'caretaker'],
  'GET /api/requests/meetings/times': ['caretaker'],
  'POST /api/requests/meetings': ['caretaker'],
  'GET /api/requests/meetings': ['caregiver', 'caretaker'],
  'PATCH /api/requests/meetings/:id': ['caregiver', 'caretaker'],
  'PATCH /api/moves/:id': ['caregiver', 'caretaker'],
  'POST /api/requests/:id/backup-requests': ['caretaker'],
  'GET /api/requests/bookings/caregiver': ['caregiver'],
  'GET /api/requests/bookings/caretaker': ['caretaker'],
  'GET /api/requests/bookings/caregiver/:id': ['caregiver'],
  'GET /api/requests/bookings/caretaker/:id': ['caretaker'],

  'GET /api/requests/:id/calendar.ics': ['caregiver', 'caretaker'],
  'GET /api/calendars/feed': ['caregiver', 'caretaker'],
  'POST /api/calendars/feed/renew': ['caregiver', 'caretaker'],
  // The address is the secret.
  'GET /calendars/:file': 'everyone',
  'GET /api/calendars/outside': ['caregiver'],
  'POST /api/calendars/outside': ['caregiver'],
  'GET /api/calendars/outside/busy': ['caregiver'],
  'POST /api/calendars/outside/:id/refresh': ['caregiver'],
  'DELETE /api/calendars/outside/:id': ['caregiver'],

  'POST /api/payments/bookings/:id/confirm': ['caregiver', 'caretaker'],
  'GET /api/payments/bookings/:id': ['caretaker'],
  'GET /api/payments/mine': ['caretaker'],
  'GET /api/payments/:id': ['caretaker'],
  'POST /api/payments/webhooks/sandbox': 'everyone',
  'GET /api/wallets/mine': ['caregiver'],
  'GET /api/wallets/mine/entries': ['caregiver'],
  'GET /api/wallets/mine/statement': ['caregiver'],
  'GET /api/wallets/mine/totals': ['caregiver'],
  'GET /api/payouts/method': ['caregiver'],
  'POST /api/payouts/onboarding-link': ['caregiver'],
  'POST /api/payouts': ['caregiver'],
  'GET /api/payouts/me': ['caregiver'],

  'GET /api/home': ['caregiver', 'caretaker'],
  'GET /api/notifications': SIGNED_IN,
  'POST /api/notifications/mark-read': SIGNED_IN,
  'GET /api/notifications/settings': ['caregiver', 'caretaker'],
  'PATCH /api/notifications/settings': ['caregiver', 'caretaker'],
  // The handler checks the signature of the link's token.
  'GET /api/notifications/unsubscribe': 'everyone',
  'POST /api/notifications/unsubscribe': 'everyone',

  'GET /api/chat/conversations': ['caregiver', 'caretaker'],
  'POST /api/chat/conversations/create': ['caregiver', 'caretaker'],
  'GET /api/chat/conversations/:id': ['caregiver', 'caretaker'],
  'GET /api/chat/conversations/:id/messages': ['caregiver', 'caretaker'],
  'POST /api/chat/conversations/:id/messages': ['caregiver', 'caretaker'],
  'POST /api/chat/conversations/:id/messages/mark-read': ['caregiver', 'caretaker'],
  'PATCH /api/chat/conversations/:id/messages/:messageId/read': ['caregiver', 'caretaker'],

  'GET /api/admin-panel/bookings/:id/refund': STAFF_ROLES,
  'POST /api/admin-panel/bookings/:id/refund': STAFF_ROLES,
  'GET /api/admin-panel/waiting-refunds': FINANCE,
  'POST /api/admin-panel/waiting-refunds/:id/decision': FINANCE,
  'POST /api/admin-panel/refunds/:id/paid-another-way': FINANCE,
  'GET /api/admin-panel/chargebacks': FINANCE,
  'GET /api/admin-panel/bank-reviews': FINANCE,
  'POST /api/admin-panel/bank-reviews/:id/decision': FINANCE,
  'GET /api/admin-panel/reconciliation': FINANCE,
  'GET /api/admin-panel/reconciliation/differences': FINANCE,
  'POST /api/admin-panel/reconciliation/:id/resolve': FINANCE,
  'GET /api/admin-panel/views': STAFF_ROLES,
  'POST /api/admin-panel/views': STAFF_ROLES,
  'DELETE /api/admin-panel/views/:id': STAFF_ROLES,
  'GET /api/admin-panel/jobs': ['admin'],
  'POST /api/admin-panel/jobs/retry': ['admin'],
  'POST /api/admin-panel/jobs/:id/retry': ['admin'],
  'POST /api/admin-panel/jobs/:id/drop': ['admin'],
  'GET /api/reviews/caretakers/reviewable-bookings': ['caretaker'],
  'POST /api/reviews/reviews': ['caretaker'],
  'GET /api/reviews/reviews/my_reviews': ['caretaker'],
  'GET /api/reviews/bookings/:id/family-ratings': ['caregiver'],
  'POST /api/reviews/reviews/:id/reply': ['caregiver'],
  'POST /api/reviews/family-ratings': ['caregiver'],

  'GET /api/disputes/bookings/available': ['caretaker'],
  'POST /api/reports': ['caregiver', 'caretaker'],
  'POST /api/disputes': ['caretaker'],
  'GET /api/disputes/mine': ['caretaker'],
  'GET /api/disputes/assigned-to-me': ['caregiver'],
  'GET /api/disputes/:id': ['caregiver', 'caretaker'],
  'PATCH /api/disputes/:id/close': ['caretaker', 'support', 'admin'],
  'POST /api/disputes/:id/evidence': ['caregiver', 'caretaker'],
  'PUT /api/disputes/:id/response': ['caregiver'],
  'POST /api/disputes/:id/answers': ['caregiver', 'caretaker'],

  'GET /api/admin-panel/audit': ['admin'],
  'GET /api/admin-panel/erasures': ['admin'],
  'GET /api/admin-panel/erasures/export': ['admin'],
  'GET /api/admin-panel/history': STAFF_ROLES,
  'GET /api/admin-panel/notes': STAFF_ROLES,
  'POST /api/admin-panel/notes': STAFF_ROLES,
  'GET /api/admin-panel/people/:id': STAFF_ROLES,
  'GET /api/admin-panel/people/:id/deactivation': SUPPORT,
  'POST /api/admin-panel/people/:id/contact/show': STAFF_ROLES,
  'GET /api/admin-panel/people/:id/reviews': STAFF_ROLES,
  'GET /api/admin-panel/people/:id/family-ratings': SUPPORT,
  'POST /api/admin-panel/people/:id/family-ratings/looked-at': SUPPORT,
  'GET /api/admin-panel/family-patterns': SUPPORT,
  'GET /api/admin-panel/ban-matches': SUPPORT,
  'POST /api/admin-panel/people/:id/ban-matches/looked-at': SUPPORT,
  'GET /api/admin-panel/people/:id/sessions': SUPPORT,
  'GET /api/admin-panel/people/:id/two-step': SUPPORT,
  'POST /api/admin-panel/people/:id/two-step/recovery': SUPPORT,
  'GET /api/admin-panel/two-step-recoveries': SUPPORT,
  'POST /api/admin-panel/two-step-recoveries/:id/decision': ['admin'],
  'GET /api/admin-panel/bookings/:id': STAFF_ROLES,
  'POST /api/admin-panel/bookings/:id/visit/show': SUPPORT,
  'GET /api/admin-panel/bookings/:id/messages': SUPPORT,
  'GET /api/admin-panel/payments': FINANCE,
  'GET /api/admin-panel/refunds': FINANCE,
  'GET /api/admin-panel/payouts': FINANCE,
  'POST /api/admin-panel/payments/:id/retry': FINANCE,
  'POST /api/admin-panel/refunds/:id/retry': FINANCE,
  'POST /api/admin-panel/payouts/:id/retry': FINANCE,
  'POST /api/admin-panel/payouts/:id/cancel': FINANCE,
  'POST /api/admin-panel/people/:id/allow-payments': FINANCE,
  'GET /api/admin-panel/staff': ['admin'],
  'POST /api/admin-panel/staff/:id/role': ['admin'],
  'POST /api/admin-panel/staff/:id/status': ['admin'],
  'GET /api/admin-panel/staff/changes': ['admin'],
  'GET /api/admin-panel/staff/changes/export': ['admin'],
  'POST /api/admin-panel/staff/changes/:id/decision': ['admin'],
  'GET /api/admin-panel/staff/invitations': ['admin'],
  'POST /api/admin-panel/staff/invitations': ['admin'],
  'POST /api/admin-panel/staff/invitations/:id/resend': ['admin'],
  'POST /api/admin-panel/staff/invitations/:id/withdraw': ['admin'],
  'GET /api/admin-panel/users/export': SUPPORT,
  'GET /api/admin-panel/caregivers/verification/export': SUPPORT,
  'GET /api/admin-panel/caregivers/changes/export': SUPPORT,
  'GET /api/admin-panel/requests/export': STAFF_ROLES,
  'GET /api/admin-panel/disputes/export': SUPPORT,
  'GET /api/admin-panel/reports/export': SUPPORT,
  'GET /api/admin-panel/payments/export': FINANCE,
  'GET /api/admin-panel/refunds/export': FINANCE,
  'GET /api/admin-panel/payouts/export': FINANCE,
  'GET /api/admin-panel/audit/export': ['admin'],
  'GET /api/admin-panel/staff/export': ['admin'],
  'GET /api/admin-panel/staff/invitations/export': ['admin'],
  'GET /api/admin-panel/jobs/export': ['admin'],
  'GET /api/admin-panel/two-step-recoveries/export': SUPPORT,
  'GET /api/admin-panel/chargebacks/export': FINANCE,
  'GET /api/admin-panel/bank-reviews/export': FINANCE,
  'GET /api/admin-panel/waiting-refunds/export': FINANCE,
  'GET /api/admin-panel/reconciliation/export': FINANCE,
  'GET /api/admin-panel/reconciliation/differences/export': FINANCE,
  'GET /api/admin-panel/queue': STAFF_ROLES,
  'GET /api/admin-panel/search': STAFF_ROLES,
  'GET /api/admin-panel/users': SUPPORT,
  'POST /api/admin-panel/users/:id/status': SUPPORT,
  'GET /api/admin-panel/caregivers': SUPPORT,
  'GET /api/admin-panel/requests': STAFF_ROLES,
  'GET /api/admin-panel/requests/:id/cancellation': SUPPORT,
  'POST /api/admin-panel/requests/:id/cancel': SUPPORT,
  'GET /api/admin-panel/disputes': SUPPORT,
  'GET /api/admin-panel/disputes/:id': SUPPORT,
  'GET /api/admin-panel/disputes/assignees': SUPPORT,
  'PATCH /api/admin-panel/disputes/:id': SUPPORT,
  'POST /api/admin-panel/disputes/:id/questions': SUPPORT,
  'POST /api/admin-panel/disputes/:id/escalate': SUPPORT,
  'POST /api/admin-panel/disputes/:id/reject': SUPPORT,
  'POST /api/admin-panel/disputes/:id/close': SUPPORT,
  'GET /api/admin-panel/reports': SUPPORT,
  'GET /api/admin-panel/reports/:id': SUPPORT,
  'GET /api/admin-panel/reports/:id/messages': SUPPORT,
  'POST /api/admin-panel/reports/:id/decision': SUPPORT,
  'POST /api/admin-panel/reports/:id/show': SUPPORT,
  'GET /api/admin-panel/analytics/summary': STAFF_ROLES,
  'GET /api/admin-panel/analytics/monthly-engagement': STAFF_ROLES,
  'GET /api/admin-panel/analytics/monthly-revenue': FINANCE,
  'GET /api/admin-panel/caregivers/verification': SUPPORT,
  'POST /api/admin-panel/caregivers/:id/verification': SUPPORT,
  'GET /api/admin-panel/caregivers/:id/verification/neighbors': SUPPORT,
  'POST /api/admin-panel/caregivers/:id/documents/:kind/check': SUPPORT,
  'POST /api/admin-panel/caregivers/:id/documents/:kind/renewal': SUPPORT,
  'GET /api/admin-panel/caregivers/changes': SUPPORT,
  'GET /api/admin-panel/caregivers/background-checks': SUPPORT,
  'GET /api/admin-panel/caregivers/background-checks/export': SUPPORT,
  'POST /api/admin-panel/background-checks/:id/decision': SUPPORT,
  'POST /api/admin-panel/background-checks/:id/show': SUPPORT,
  'POST /api/admin-panel/caregivers/:id/changes': SUPPORT,
}

/** Exist only if the web app is built. */
const WEB_APP_ROUTES = ['GET /*', 'GET /assets/*', 'GET /robots.txt', 'GET /sitemap.xml']

/** Lists the routes of the running app, one for each method. */
export function listRoutes({ app }: TestApp): Route[] {
  const routes: Route[] = []
  const above: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const found = /^((?:│ {3}| {4})*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line)
    if (!found) {
      if (line.trim() !== '') throw new Error(`Cannot parse a route from ${line}`)
      continue
    }
    const [, indent = '', part = '', methods = ''] = found
    const depth = indent.length / 4
    above.splice(depth, Number.POSITIVE_INFINITY, part)
    for (const method of methods.split(', ')) {
      if (method !== 'OPTIONS') routes.push({ method, path: above.join('') })
    }
  }
  return routes
}

export function getRouteName({ method, path }: Route): string {
  return `${method === 'HEAD' ? 'GET' : method} ${path}`
}

/** @throws Error if the route is not listed above */
export function getCallers(route: Route): Callers {
  const callers = CALLERS[getRouteName(route)]
  if (!callers) throw new Error(`${getRouteName(route)} is not in the list of who may call what`)
  return callers
}

/** Lists the names above that the app has no route for. */
export function listMissingRoutes(routes: readonly Route[]): string[] {
  const names = new Set(routes.map(getRouteName))
  return Object.keys(CALLERS).filter((name) => !WEB_APP_ROUTES.includes(name) && !names.has(name))
}
