import { eq } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { platformState } from '../../../platform/database/tables.ts'

/** How the sandbox misbehaves in tests, as a real provider may. */
export type SandboxModes = {
  /** How many times each webhook is sent. */
  copies: number
  /** How long a webhook is delayed, in seconds of the product's clock. */
  delaySeconds: number
  /** Gives each webhook a random delay of up to `delaySeconds`, so that they arrive out of order. */
  disorder: boolean
  /** Which calls are refused. */
  refuses: ('refund' | 'transfer' | 'payOut')[]
}

const KEY = 'sandbox_modes'
const DEFAULTS: SandboxModes = { copies: 1, delaySeconds: 0, disorder: false, refuses: [] }

export async function getModes(reader: Reader): Promise<SandboxModes> {
  const [row] = await reader.select().from(platformState).where(eq(platformState.key, KEY))
  return { ...DEFAULTS, ...(row?.value as Partial<SandboxModes> | undefined) }
}

/** Sets these modes and resets all others. */
export async function setModes(transaction: Transaction, modes: Partial<SandboxModes>): Promise<void> {
  await transaction
    .insert(platformState)
    .values({ key: KEY, value: modes })
    .onConflictDoUpdate({ target: platformState.key, set: { value: modes } })
}
