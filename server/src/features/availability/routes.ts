import {
  availabilityListQuery,
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
  weekBody,
  weekResponse,
} from '@tendwell/contract/availability/availability'
import { idParams } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/database/paging.ts'
import { actorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
import { countFreeSlotsOfMonth, listFreeSlotsOfDay, listPublicOverrides } from './calendar/public-queries.ts'
import { changeOverride, removeOverride, setOverride } from './rules/override-commands.ts'
import { listOwnOverrides, listOwnRules, listOwnTimeOff } from './rules/own-queries.ts'
import { addRule, changeRule, removeRule, setWeek } from './rules/rule-commands.ts'
import { addTimeOff, removeTimeOff } from './rules/time-off-commands.ts'
import { settingsRoutes } from './settings/routes.ts'
import { waitlistRoutes } from './waitlist/routes.ts'

const PUBLIC = { access: 'public' } as const
const CAREGIVER = { access: ['caregiver'] } as const
const noContent = z.null()

/**
 * The routes of a caregiver's hours: public ones and the caregiver's own.
 * @see docs/rules/availability.md#who-may-edit
 */
export function availabilityRoutes(app: App, deps: Deps): void {
  publicRoutes(app, deps)
  ruleRoutes(app, deps)
  overrideRoutes(app, deps)
  timeOffRoutes(app, deps)
  settingsRoutes(app, deps)
  waitlistRoutes(app, deps)
}

function publicRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/availability/month',
    {
      config: PUBLIC,
      schema: {
        summary: 'Count free hours by day of a month',
        querystring: monthQuery,
        response: { 200: monthResponse },
      },
    },
    (request) => countFreeSlotsOfMonth(deps, request.query),
  )
  app.get(
    '/api/availability/day',
    {
      config: PUBLIC,
      schema: { summary: 'List free hours of a day', querystring: dayQuery, response: { 200: dayResponse } },
    },
    (request) => listFreeSlotsOfDay(deps, request.query),
  )
  app.get(
    '/api/availability/public/overrides',
    {
      config: PUBLIC,
      schema: {
        summary: "List a caregiver's open dates",
        querystring: publicOverridesQuery,
        response: { 200: publicOverridesResponse },
      },
    },
    (request) => listPublicOverrides(deps, request.query.user_id),
  )
}

function ruleRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/availability/rules',
    {
      config: CAREGIVER,
      schema: {
        summary: 'List my weekly hours',
        querystring: availabilityListQuery,
        response: { 200: rulesResponse },
      },
    },
    async (request) =>
      toPage(
        request,
        request.query,
        await listOwnRules(deps.database, actorOf(request).id, deps.clock.now(), request.query),
      ),
  )
  app.post(
    '/api/availability/rules',
    {
      config: CAREGIVER,
      schema: { summary: 'Add weekly hours', body: ruleBody, response: { 201: ruleResponse } },
    },
    async (request, reply) => {
      const rule = await withIdempotencyKey(deps, request, (transaction) =>
        addRule(transaction, deps, actorOf(request).id, request.body),
      )
      return reply.code(201).send(rule)
    },
  )
  app.put(
    '/api/availability/rules',
    {
      config: CAREGIVER,
      schema: {
        summary: 'Replace the hours of weekdays',
        description:
          'The windows in the body replace all windows of the given weekdays, including any that another browser added meanwhile. Other weekdays stay as they are.',
        body: weekBody,
        response: { 200: weekResponse },
      },
    },
    async (request) => ({ results: await setWeek(deps, actorOf(request).id, request.body) }),
  )
  app.put(
    '/api/availability/rules/:id',
    {
      config: CAREGIVER,
      schema: {
        summary: 'Replace weekly hours',
        params: idParams,
        body: ruleBody,
        response: { 200: ruleResponse },
      },
    },
    (request) => changeRule(deps, actorOf(request).id, request.params.id, request.body),
  )
  app.delete(
    '/api/availability/rules/:id',
    {
      config: CAREGIVER,
      schema: { summary: 'Delete weekly hours', params: idParams, response: { 204: noContent } },
    },
    async (request, reply) => {
      await removeRule(deps, actorOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function overrideRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/availability/overrides',
    {
      config: CAREGIVER,
      schema: {
        summary: 'List my date overrides',
        querystring: overridesQuery,
        response: { 200: overridesResponse },
      },
    },
    async (request) =>
      toPage(
        request,
        request.query,
        await listOwnOverrides(deps.database, actorOf(request).id, request.query),
      ),
  )
  app.post(
    '/api/availability/overrides',
    {
      config: CAREGIVER,
      schema: { summary: 'Add a date override', body: overrideBody, response: { 201: overrideResponse } },
    },
    async (request, reply) => {
      const override = await withIdempotencyKey(deps, request, (transaction) =>
        setOverride(transaction, deps, actorOf(request).id, request.body),
      )
      return reply.code(201).send(override)
    },
  )
  app.put(
    '/api/availability/overrides/:id',
    {
      config: CAREGIVER,
      schema: {
        summary: 'Replace a date override',
        params: idParams,
        body: overrideBody,
        response: { 200: overrideResponse },
      },
    },
    (request) => changeOverride(deps, actorOf(request).id, request.params.id, request.body),
  )
  app.delete(
    '/api/availability/overrides/:id',
    {
      config: CAREGIVER,
      schema: { summary: 'Delete a date override', params: idParams, response: { 204: noContent } },
    },
    async (request, reply) => {
      await removeOverride(deps, actorOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function timeOffRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/availability/timeoff',
    {
      config: CAREGIVER,
      schema: {
        summary: 'List my time off',
        querystring: availabilityListQuery,
        response: { 200: timeOffListResponse },
      },
    },
    async (request) => {
      const { query } = request
      return toPage(
        request,
        query,
        await listOwnTimeOff(deps.database, actorOf(request).id, deps.clock.now(), query),
      )
    },
  )
  app.post(
    '/api/availability/timeoff',
    {
      config: CAREGIVER,
      schema: { summary: 'Add time off', body: timeOffBody, response: { 201: timeOffResponse } },
    },
    async (request, reply) => {
      const interval = {
        startMs: Date.parse(request.body.start_utc),
        endMs: Date.parse(request.body.end_utc),
      }
      const timeOff = await withIdempotencyKey(deps, request, (transaction) =>
        addTimeOff(transaction, deps, actorOf(request).id, interval),
      )
      return reply.code(201).send(timeOff)
    },
  )
  app.delete(
    '/api/availability/timeoff/:id',
    {
      config: CAREGIVER,
      schema: { summary: 'Delete time off', params: idParams, response: { 204: noContent } },
    },
    async (request, reply) => {
      await removeTimeOff(deps, actorOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
