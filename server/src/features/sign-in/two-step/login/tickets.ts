/** A ticket proves that the first step of a login is done. @see docs/rules/two-step.md#login */

import { SECOND_STEP_REQUIRED } from '@tendwell/contract/reference'
import { MINUTE_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../../deps.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { randomToken } from '../../../../platform/secrets.ts'
import { audit, type UserRow } from '../../../people/index.ts'
import type { Device } from '../../sessions/session.ts'
import { listMethods } from '../queries.ts'
import { insertToken } from '../tokens.ts'
import { isRemembered } from './remembered-devices.ts'

const TICKET_MS = 10 * MINUTE_MS

/** The first step, which someone completed before we ask for the second. */
export type FirstStep = {
  /** `password`, or the issuer of an identity. */
  by: string
  timezone: string | null
  device: Device
}

/**
 * Asks for the second step after the first, unless two-step sign-in is off or the browser is remembered.
 * @param user the locked row
 * @returns the 403 to answer once the transaction has committed; null if no second step is needed
 */
export async function askSecondStep(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  user: UserRow,
  { by, timezone, device }: FirstStep,
): Promise<AppError | null> {
  if (!user.twoStepAt || (await isRemembered(transaction, deps, user.id, device.rememberedTokens)))
    return null
  const at = deps.clock.now()
  const ticket = randomToken()
  await insertToken(transaction, {
    token: ticket,
    purpose: 'login_ticket',
    userId: user.id,
    expiresAt: new Date(at.getTime() + TICKET_MS),
    firstStep: by,
    timezone,
  })
  await audit(transaction, {
    at,
    actorId: null,
    action: 'login.second-step-asked',
    subject: `user:${user.id}`,
    after: { by },
    address: device.ipAddress,
  })
  const facts = { ticket, methods: await listMethods(transaction, user.id) }
  return new AppError(403, SECOND_STEP_REQUIRED, 'One more step to log in', { facts })
}
