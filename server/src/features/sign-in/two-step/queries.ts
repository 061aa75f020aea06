import type { SecondStep, TwoStep } from '@tendwell/contract/sign-in/two-step'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { findUser } from '../../people/index.ts'
import { findApp } from './factors/app-store.ts'
import { countRecoveryCodes } from './factors/recovery-codes.ts'
import { listPasskeys } from './factors/store.ts'
import { countRememberedDevices } from './login/remembered-devices.ts'
import { passkeys } from './tables.ts'

/** What the user can give as a second step; empty while two-step sign-in is off. */
export async function listMethods(reader: Reader, userId: number): Promise<SecondStep[]> {
  const methods: SecondStep[] = []
  if ((await countPasskeys(reader, userId)) > 0) methods.push('passkey')
  if ((await findApp(reader, userId))?.confirmedAt) methods.push('app')
  if ((await countRecoveryCodes(reader, userId)) > 0) methods.push('recovery_code')
  return methods
}

/** How many factors the user has, not counting recovery codes. */
export async function countFactors(reader: Reader, userId: number): Promise<number> {
  const app = await findApp(reader, userId)
  return (await countPasskeys(reader, userId)) + (app?.confirmedAt ? 1 : 0)
}

export function countPasskeys(reader: Reader, userId: number): Promise<number> {
  return reader.$count(passkeys, eq(passkeys.userId, userId))
}

/** The caller's two-step sign-in. @see docs/rules/two-step.md */
export async function getTwoStep(
  { clock, config, database }: Pick<Deps, 'clock' | 'config' | 'database'>,
  { id: userId, role }: Actor,
): Promise<TwoStep> {
  const user = await findUser(database, userId)
  if (!user) throw notFound()
  const [owned, app, codes, devices] = await Promise.all([
    listPasskeys(database, userId),
    findApp(database, userId),
    countRecoveryCodes(database, userId),
    countRememberedDevices(database, userId, clock.now()),
  ])
  return {
    is_on: user.twoStepAt !== null,
    is_required: config.adminTwoStepRequired && role === 'admin',
    passkeys: owned.map(({ id, name, createdAt, usedAt, isSynced }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      used_at: usedAt?.toISOString() ?? null,
      is_synced: isSynced,
    })),
    app: app?.confirmedAt
      ? {
          name: app.name ?? '',
          created_at: app.confirmedAt.toISOString(),
          used_at: app.usedAt?.toISOString() ?? null,
        }
      : null,
    recovery_codes_left: codes,
    remembered_devices: devices,
  }
}
