import {
  ownReference,
  ownReferences,
  refereeAnswerBody,
  refereeQuestion,
  refereeToken,
  referenceBody,
} from '@tendwell/contract/profiles/references'
import { idParams } from '@tendwell/contract/wire'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { PUBLIC } from '../../people/index.ts'
import { addReference, answerReference, askAgain, deleteRefereeData, removeReference } from './commands.ts'
import { getRefereeQuestion, listOwnReferences } from './queries.ts'

const CAREGIVER = { access: ['caregiver'] as const }
const OWN_PATH = '/api/auth/caregiver/references'
const REFEREE_PATH = '/api/references'

/** A caregiver's references, and what referees answer. @see docs/rules/profiles-and-files.md#references */
export function referenceRoutes(app: App, deps: Deps): void {
  app.get(
    OWN_PATH,
    { config: CAREGIVER, schema: { summary: 'List my references', response: { 200: ownReferences } } },
    (request) => listOwnReferences(deps, actorOf(request).id),
  )

  app.post(
    OWN_PATH,
    {
      config: CAREGIVER,
      schema: {
        summary: 'Ask someone for a reference',
        body: referenceBody,
        response: { 201: ownReference },
      },
    },
    async (request, reply) => {
      const caregiver = { id: actorOf(request).id, ipAddress: request.ip }
      return reply.code(201).send(await addReference(deps, caregiver, request.body))
    },
  )

  app.post(
    `${OWN_PATH}/:id/ask`,
    {
      config: CAREGIVER,
      schema: { summary: 'Ask for a reference again', params: idParams, response: { 200: ownReference } },
    },
    (request) => askAgain(deps, { id: actorOf(request).id, ipAddress: request.ip }, request.params.id),
  )

  app.delete(
    `${OWN_PATH}/:id`,
    {
      config: CAREGIVER,
      schema: { summary: 'Remove a reference', params: idParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeReference(deps, { id: request.params.id, caregiverId: actorOf(request).id })
      return reply.code(204).send(null)
    },
  )

  app.get(
    REFEREE_PATH,
    {
      config: PUBLIC,
      schema: {
        summary: 'Read what a reference asks, with the link in its email',
        querystring: refereeToken,
        response: { 200: refereeQuestion },
      },
    },
    (request) => getRefereeQuestion(deps, request.query.token),
  )

  app.post(
    `${REFEREE_PATH}/answer`,
    {
      config: PUBLIC,
      schema: {
        summary: 'Confirm a reference or not, with the link in its email',
        body: refereeAnswerBody,
        response: { 200: refereeQuestion },
      },
    },
    (request) => answerReference(deps, request.body),
  )

  app.post(
    `${REFEREE_PATH}/delete`,
    {
      config: PUBLIC,
      schema: {
        summary: 'Delete what is kept of a referee, with the link in its email',
        body: refereeToken,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteRefereeData(deps, request.body.token)
      return reply.code(204).send(null)
    },
  )
}
