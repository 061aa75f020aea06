import {
  availabilityListQuery,
  bookedQuery,
  bookedResponse,
  dayQuery,
  dayResponse,
  monthQuery,
  monthResponse,
  overrideBody,
  overrideResponse,
  overridesQuery,
  overridesResponse,
  publicOverridesQuery,
  publicOverridesResponse,
  ruleBody,
  ruleResponse,
  rulesResponse,
  timeOffBody,
  timeOffListResponse,
  timeOffResponse,
} from '@tendwell/contract/availability'
import { idParams } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/access.ts'
import type { App } from '../../platform/http.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { pageOf } from '../../platform/pages.ts'
import { changeDay, clearDay, setDay } from './day-commands.ts'
import { dayOf, monthOf, ownBooked, ownOverrides, ownRules, ownTimeOff, publicOverrides } from './queries.ts'
import { addRule, changeRule, removeRule } from './rule-commands.ts'
import { addTimeOff, removeTimeOff } from './time-off-commands.ts'

const OPEN = { access: 'public' } as const
const OWN = { access: ['caregiver'] } as const
const nothing = z.null()

/** The calls on hours: what everyone sees of a caregiver, and what she sets herself (decisions §4). */
export function availabilityRoutes(app: App, deps: Deps): void {
  publicRoutes(app, deps)
  ruleRoutes(app, deps)
  overrideRoutes(app, deps)
  timeOffRoutes(app, deps)
  app.get(
    '/api/availability/booked',
    { config: OWN, schema: { querystring: bookedQuery, response: { 200: bookedResponse } } },
    (request) => ownBooked(deps.database, actorOf(request).id, request.query),
  )
}

function publicRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/availability/month',
    { config: OPEN, schema: { querystring: monthQuery, response: { 200: monthResponse } } },
    (request) => monthOf(deps, request.query),
  )
  app.get(
    '/api/availability/day',
    { config: OPEN, schema: { querystring: dayQuery, response: { 200: dayResponse } } },
    (request) => dayOf(deps, request.query),
  )
  app.get(
    '/api/availability/public/overrides',
    {
      config: OPEN,
      schema: { querystring: publicOverridesQuery, response: { 200: publicOverridesResponse } },
    },
    (request) => publicOverrides(deps, request.query.user_id),
  )
}

function ruleRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/availability/rules',
    { config: OWN, schema: { querystring: availabilityListQuery, response: { 200: rulesResponse } } },
    async (request) =>
      pageOf(
        request,
        request.query,
        await ownRules(deps.database, actorOf(request).id, deps.clock.now(), request.query),
      ),
  )
  app.post(
    '/api/availability/rules',
    { config: OWN, schema: { body: ruleBody, response: { 201: ruleResponse } } },
    async (request, reply) => {
      const added = await withIdempotencyKey(deps, request, (transaction) =>
        addRule(transaction, deps, actorOf(request).id, request.body),
      )
      return reply.code(201).send(added)
    },
  )
  app.put(
    '/api/availability/rules/:id',
    { config: OWN, schema: { params: idParams, body: ruleBody, response: { 200: ruleResponse } } },
    (request) => changeRule(deps, actorOf(request).id, request.params.id, request.body),
  )
  app.delete(
    '/api/availability/rules/:id',
    { config: OWN, schema: { params: idParams, response: { 204: nothing } } },
    async (request, reply) => {
      await removeRule(deps, actorOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function overrideRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/availability/overrides',
    { config: OWN, schema: { querystring: overridesQuery, response: { 200: overridesResponse } } },
    async (request) =>
      pageOf(request, request.query, await ownOverrides(deps.database, actorOf(request).id, request.query)),
  )
  app.post(
    '/api/availability/overrides',
    { config: OWN, schema: { body: overrideBody, response: { 201: overrideResponse } } },
    async (request, reply) => {
      const set = await withIdempotencyKey(deps, request, (transaction) =>
        setDay(transaction, deps, actorOf(request).id, request.body),
      )
      return reply.code(201).send(set)
    },
  )
  app.put(
    '/api/availability/overrides/:id',
    { config: OWN, schema: { params: idParams, body: overrideBody, response: { 200: overrideResponse } } },
    (request) => changeDay(deps, actorOf(request).id, request.params.id, request.body),
  )
  app.delete(
    '/api/availability/overrides/:id',
    { config: OWN, schema: { params: idParams, response: { 204: nothing } } },
    async (request, reply) => {
      await clearDay(deps, actorOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function timeOffRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/availability/timeoff',
    { config: OWN, schema: { querystring: availabilityListQuery, response: { 200: timeOffListResponse } } },
    async (request) => {
      const { query } = request
      return pageOf(
        request,
        query,
        await ownTimeOff(deps.database, actorOf(request).id, deps.clock.now(), query),
      )
    },
  )
  app.post(
    '/api/availability/timeoff',
    { config: OWN, schema: { body: timeOffBody, response: { 201: timeOffResponse } } },
    async (request, reply) => {
      const off = { startMs: Date.parse(request.body.start_utc), endMs: Date.parse(request.body.end_utc) }
      const planned = await withIdempotencyKey(deps, request, (transaction) =>
        addTimeOff(transaction, deps, actorOf(request).id, off),
      )
      return reply.code(201).send(planned)
    },
  )
  app.delete(
    '/api/availability/timeoff/:id',
    { config: OWN, schema: { params: idParams, response: { 204: nothing } } },
    async (request, reply) => {
      await removeTimeOff(deps, actorOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
