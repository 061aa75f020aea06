import { sessionResponse } from '@tendwell/contract/sign-in/accounts'
import {
  acceptInvitationBody,
  decideStaffChangeBody,
  inviteBody,
  staffChange,
  staffInvitation,
  staffMember,
  staffQuery,
  staffRoleBody,
  staffRoleResponse,
  staffStatusBody,
  staffStatusResponse,
  waitingStaffChange,
} from '@tendwell/contract/staff/staff'
import { idParams, messageResponse, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/database/paging.ts'
import { actorOf, staffActorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
import { setLoginCookies, toDevice } from '../sign-in/index.ts'
import { decideStaffChange } from './changes/commands.ts'
import { listStaffChanges } from './changes/queries.ts'
import { changeStaffRole, setStaffStatus } from './commands.ts'
import { inviteStaff, resendInvitation, withdrawInvitation } from './invitations/invitations.ts'
import { acceptInvitation } from './invitations/joining.ts'
import { listInvitations, listStaff } from './queries.ts'
import { twoStepRecoveryRoutes } from './recoveries/routes.ts'

const ADMIN_ONLY = { access: ['admin'] } as const

export function staffRoutes(app: App, deps: Deps): void {
  twoStepRecoveryRoutes(app, deps)
  memberRoutes(app, deps)
  changeRoutes(app, deps)
  invitationRoutes(app, deps)

  app.post(
    '/api/auth/staff/accept',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Join the staff by an invitation',
        body: acceptInvitationBody,
        response: { 201: sessionResponse },
      },
    },
    async (request, reply) => {
      const device = toDevice(deps, request)
      const session = await acceptInvitation(deps, request.body, device)
      await setLoginCookies(deps, reply, device, session)
      return reply.code(201).send(session)
    },
  )
}

function memberRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/staff',
    {
      config: ADMIN_ONLY,
      schema: {
        summary: 'List the staff',
        querystring: staffQuery,
        response: { 200: pageSchema(staffMember) },
      },
    },
    async (request) => toPage(request, request.query, await listStaff(deps.database, request.query)),
  )

  app.post(
    '/api/admin-panel/staff/:id/role',
    {
      config: ADMIN_ONLY,
      schema: {
        summary: 'Change a staff role',
        params: idParams,
        body: staffRoleBody,
        response: { 200: staffRoleResponse, 202: waitingStaffChange },
      },
    },
    async (request, reply) => {
      const answer = await changeStaffRole(deps, {
        actor: actorOf(request),
        userId: request.params.id,
        staffRole: request.body.staff_role,
        address: request.ip,
      })
      return 'change' in answer ? reply.code(202).send(answer) : answer
    },
  )

  app.post(
    '/api/admin-panel/staff/:id/status',
    {
      config: ADMIN_ONLY,
      schema: {
        summary: 'Activate or deactivate a staff account',
        params: idParams,
        body: staffStatusBody,
        response: { 200: staffStatusResponse, 202: waitingStaffChange },
      },
    },
    async (request, reply) => {
      const answer = await setStaffStatus(deps, {
        actor: actorOf(request),
        userId: request.params.id,
        isActive: request.body.is_active,
        address: request.ip,
      })
      return 'change' in answer ? reply.code(202).send(answer) : answer
    },
  )
}

function changeRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/staff/changes',
    {
      config: ADMIN_ONLY,
      schema: {
        summary: 'List the changes of the staff that wait for a second admin',
        querystring: staffQuery,
        response: { 200: pageSchema(staffChange) },
      },
    },
    async (request) =>
      toPage(request, request.query, await listStaffChanges(deps, actorOf(request), request.query)),
  )

  app.post(
    '/api/admin-panel/staff/changes/:id/decision',
    {
      config: ADMIN_ONLY,
      schema: {
        summary: 'Decide on a change of the staff',
        params: idParams,
        body: decideStaffChangeBody,
        response: { 200: staffChange },
      },
    },
    (request) => {
      const staffActor = staffActorOf(request)
      return decideStaffChange(deps, staffActor, { ...request.params, ...request.body })
    },
  )
}

function invitationRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/staff/invitations',
    {
      config: ADMIN_ONLY,
      schema: {
        summary: 'List the open invitations to the staff',
        querystring: staffQuery,
        response: { 200: pageSchema(staffInvitation) },
      },
    },
    async (request) => toPage(request, request.query, await listInvitations(deps, request.query)),
  )

  app.post(
    '/api/admin-panel/staff/invitations',
    {
      config: ADMIN_ONLY,
      schema: {
        summary: 'Invite someone to the staff',
        body: inviteBody,
        response: { 201: staffInvitation, 202: waitingStaffChange },
      },
    },
    async (request, reply) => {
      const { email, staff_role: staffRole } = request.body
      const invitation = { actor: actorOf(request), email, staffRole, address: request.ip }
      const invited = await withIdempotencyKey(deps, request, (transaction) =>
        inviteStaff(transaction, deps, invitation),
      )
      return 'change' in invited ? reply.code(202).send(invited) : reply.code(201).send(invited)
    },
  )

  app.post(
    '/api/admin-panel/staff/invitations/:id/resend',
    {
      config: ADMIN_ONLY,
      schema: { summary: 'Send an invitation again', params: idParams, response: { 200: staffInvitation } },
    },
    (request) =>
      resendInvitation(deps, { id: request.params.id, actor: actorOf(request), address: request.ip }),
  )

  app.post(
    '/api/admin-panel/staff/invitations/:id/withdraw',
    {
      config: ADMIN_ONLY,
      schema: { summary: 'Withdraw an invitation', params: idParams, response: { 200: messageResponse } },
    },
    async (request) => {
      const change = { id: request.params.id, actor: actorOf(request), address: request.ip }
      await withdrawInvitation(deps, change)
      return { message: 'Invitation withdrawn' }
    },
  )
}
