import { TWO_STEP_REQUIRED } from '@tendwell/contract/reference'
import { type Role, type Side, STAFF_ROLES, type StaffRole } from '@tendwell/contract/sign-in/accounts'
import type { FastifyRequest } from 'fastify'
import { AppError, forbidden, unauthorized } from '../errors.ts'
import type { App } from './http.ts'

/** The user who makes a call. */
export type Actor = {
  id: number
  role: Role
  /** Null unless the role is `admin`. */
  staffRole: StaffRole | null
  sessionId: string
  /** Whether they are staff who must turn on two-step sign-in first. */
  mustSetUpTwoStep: boolean
}

/** A role as routes list it: a family, a caregiver, or one of the staff roles of admins. */
export type AccessRole = Side | StaffRole

/**
 * Who may make a call: anyone (`public`), or users with one of the listed roles. `admin` is the staff role
 * that may do everything. `optional` also admits anyone, and sets `request.actor` for those who are logged
 * in. `socket` leaves the check to the handler, because a WebSocket's token is in the query.
 * @see docs/rules/README.md#access
 */
export type Access = 'public' | 'optional' | 'socket' | readonly AccessRole[]

export const SIGNED_IN: readonly AccessRole[] = ['caregiver', 'caretaker', ...STAFF_ROLES]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    actor: Actor | null
  }
}

/** Turns an access token into its actor; null if the token or its session is invalid. */
export type Authenticate = (token: string) => Promise<Actor | null>

/** @returns the caller of a route that is not public. @throws AppError 401 */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw unauthorized()
  return request.actor
}

/** A member of the staff, and the network address that they act from. */
export type StaffActor = { actor: Actor; address: string }

/** @returns the caller of a route for staff. @throws AppError 401 */
export function staffActorOf(request: FastifyRequest): StaffActor {
  return { actor: actorOf(request), address: request.ip }
}

/** @returns null for an admin without a staff role, which the database rules out */
function findAccessRole({ role, staffRole }: Actor): AccessRole | null {
  return role === 'admin' ? staffRole : role
}

/** @returns the token of the Authorization header, or null */
export function readBearerToken(request: FastifyRequest): string | null {
  return /^Bearer ([^\s]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/** Checks each call against its route's access. A route that declares none stops the app from starting. */
export function guardRoutes(app: App, authenticate: Authenticate): void {
  app.decorateRequest('actor', null)

  app.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS') return
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} declares no access`)
  })

  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access
    if (access === undefined || access === 'public' || access === 'socket') return
    const token = readBearerToken(request)
    request.actor = token ? await authenticate(token) : null
    if (access === 'optional') return
    if (!request.actor) throw unauthorized()
    const role = findAccessRole(request.actor)
    if (!role || !access.includes(role)) throw forbidden()
    if (request.actor.mustSetUpTwoStep && !isForEveryRole(access)) throw twoStepRequired()
  })
}

/** Whether every signed-in user may make the call, so it isn't reserved for staff. */
function isForEveryRole(access: readonly AccessRole[]): boolean {
  return SIGNED_IN.every((role) => access.includes(role))
}

/** @see docs/rules/two-step.md#staff */
function twoStepRequired(): AppError {
  return new AppError(403, TWO_STEP_REQUIRED, 'Turn on two-step sign-in to use the console')
}
