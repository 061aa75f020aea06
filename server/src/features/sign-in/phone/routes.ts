import { ownPhone, verifyPhoneBody } from '@tendwell/contract/sign-in/phone'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { actorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { getOwnPhone, sendPhoneCode, verifyPhone } from './commands.ts'

const config = { access: ['caregiver', 'caretaker'] } as const
const PATH = '/api/auth/phone'

/** A family's or caregiver's own phone number. @see docs/rules/accounts.md#phone-numbers */
export function phoneRoutes(app: App, deps: Deps): void {
  app.get(
    PATH,
    { config, schema: { summary: 'Read whether my phone number is verified', response: { 200: ownPhone } } },
    (request) => getOwnPhone(deps, actorOf(request).id),
  )

  app.post(
    `${PATH}/code`,
    { config, schema: { summary: 'Send a code to my phone number', response: { 204: z.null() } } },
    async (request, reply) => {
      await sendPhoneCode(deps, { id: actorOf(request).id, ipAddress: request.ip })
      return reply.code(204).send(null)
    },
  )

  app.post(
    `${PATH}/verify`,
    {
      config,
      schema: {
        summary: 'Verify my phone number by the code',
        body: verifyPhoneBody,
        response: { 200: ownPhone },
      },
    },
    (request) =>
      verifyPhone(deps, { id: actorOf(request).id, ipAddress: request.ip }, request.body.phone_code),
  )
}
