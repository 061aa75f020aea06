import type { SecondStep, TwoStep } from '@tendwell/contract/sign-in/two-step'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { findUser } from '../../people/index.ts'
import { countRecoveryCodes } from './factors/recovery-codes.ts'
import { type FactorRow, listFactors } from './factors/store.ts'
import { countRememberedDevices } from './tokens.ts'

/** What the user can give as a second step; empty while two-step sign-in is off. */
export async function listMethods(reader: Reader, userId: number): Promise<SecondStep[]> {
  const { passkeys, app } = await listFactors(reader, userId)
  const methods: SecondStep[] = []
  if (passkeys.length > 0) methods.push('passkey')
  if (app) methods.push('app')
  if ((await countRecoveryCodes(reader, userId)) > 0) methods.push('recovery_code')
  return methods
}

/** The caller's two-step sign-in. @see docs/rules/two-step.md */
export async function getTwoStep(
  { clock, config, database }: Pick<Deps, 'clock' | 'config' | 'database'>,
  { id: userId, role }: Actor,
): Promise<TwoStep> {
  const user = await findUser(database, userId)
  if (!user) throw notFound()
  const { passkeys, app } = await listFactors(database, userId)
  return {
    is_on: user.twoStepAt !== null,
    is_required: config.adminTwoStepRequired && role === 'admin',
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      ...toResponse(passkey),
      is_synced: passkey.isSynced,
    })),
    app: app && toResponse(app),
    recovery_codes_left: await countRecoveryCodes(database, userId),
    remembered_devices: await countRememberedDevices(database, userId, clock.now()),
  }
}

const toResponse = ({ name, createdAt, usedAt }: FactorRow) => ({
  name,
  created_at: createdAt.toISOString(),
  used_at: usedAt?.toISOString() ?? null,
})
