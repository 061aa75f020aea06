import {
  meetingAnswerBody,
  meetingBody,
  meetingResponse,
  meetingsQuery,
  meetingTimesQuery,
  meetingTimesResponse,
} from '@tendwell/contract/bookings/meetings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { idParams, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toPage } from '../../../platform/database/paging.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { answerMeeting } from './answering.ts'
import { askMeeting, listTimesToMeet } from './asking.ts'
import { listMeetings } from './queries.ts'

const FAMILY = { access: ['caretaker'] } as const
const BOTH = { access: ['caregiver', 'caretaker'] } as const

/** @see docs/rules/meetings.md */
export function meetingRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/requests/meetings/times',
    {
      config: FAMILY,
      schema: {
        summary: 'List times to meet a caregiver',
        querystring: meetingTimesQuery,
        response: { 200: meetingTimesResponse },
      },
    },
    (request) => listTimesToMeet(deps, actorOf(request).id, request.query),
  )
  app.post(
    '/api/requests/meetings',
    {
      config: FAMILY,
      schema: {
        summary: 'Ask a caregiver for a free meeting',
        body: meetingBody,
        response: { 201: meetingResponse },
      },
    },
    async (request, reply) => {
      const meeting = await withIdempotencyKey(deps, request, (transaction) =>
        askMeeting(transaction, deps, actorOf(request).id, request.body),
      )
      return reply.code(201).send(meeting)
    },
  )
  app.get(
    '/api/requests/meetings',
    {
      config: BOTH,
      schema: {
        summary: 'List my meetings',
        querystring: meetingsQuery,
        response: { 200: pageSchema(meetingResponse) },
      },
    },
    async (request) => {
      const { id, role } = actorOf(request)
      return toPage(request, request.query, await listMeetings(deps, role as Side, id, request.query))
    },
  )
  app.patch(
    '/api/requests/meetings/:id',
    {
      config: BOTH,
      schema: {
        summary: 'Accept, decline or cancel a meeting',
        params: idParams,
        body: meetingAnswerBody,
        response: { 200: meetingResponse },
      },
    },
    (request) => {
      const { id, role } = actorOf(request)
      return answerMeeting(deps, role as Side, id, request.params.id, request.body)
    },
  )
}
