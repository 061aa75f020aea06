import {
  outsideBusyQuery,
  outsideBusyResponse,
  outsideCalendarBody,
  outsideCalendarResponse,
  outsideCalendarsResponse,
} from '@tendwell/contract/calendars/outside-calendars'
import { idParams } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { toSinglePage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { addOutsideCalendar, refreshOutsideCalendar, removeOutsideCalendar } from './commands.ts'
import { listOutsideBusyTimes, listOutsideCalendars } from './queries.ts'

/** @see docs/rules/calendars.md#outside-calendars */
export function outsideRoutes(app: App, deps: Deps): void {
  const config = { access: ['caregiver'] } as const

  app.get(
    '/api/calendars/outside',
    { config, schema: { summary: 'List my outside calendars', response: { 200: outsideCalendarsResponse } } },
    async (request) => toSinglePage(await listOutsideCalendars(deps, actorOf(request).id)),
  )

  app.post(
    '/api/calendars/outside',
    {
      config,
      schema: {
        summary: 'Add an outside calendar',
        body: outsideCalendarBody,
        response: { 201: outsideCalendarResponse },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await addOutsideCalendar(deps, actorOf(request).id, request.body)),
  )

  app.post(
    '/api/calendars/outside/:id/refresh',
    {
      config,
      schema: {
        summary: 'Read an outside calendar now',
        params: idParams,
        response: { 200: outsideCalendarResponse },
      },
    },
    (request) => refreshOutsideCalendar(deps, actorOf(request).id, request.params.id),
  )

  app.delete(
    '/api/calendars/outside/:id',
    {
      config,
      schema: { summary: 'Remove an outside calendar', params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeOutsideCalendar(deps, actorOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/api/calendars/outside/busy',
    {
      config,
      schema: {
        summary: 'List busy times of my outside calendars',
        querystring: outsideBusyQuery,
        response: { 200: outsideBusyResponse },
      },
    },
    async (request) => toSinglePage(await listOutsideBusyTimes(deps, actorOf(request).id, request.query)),
  )
}
