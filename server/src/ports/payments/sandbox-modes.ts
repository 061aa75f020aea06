import { eq } from 'drizzle-orm'
import type { Reader, Transaction } from '../../platform/database.ts'
import { platformState } from '../../platform/tables.ts'

/** How the sandbox misbehaves, so that tests see what a real provider may do. */
export type SandboxModes = {
  /** How often each webhook is sent. */
  copies: number
  /** For so long a webhook is kept back, in seconds of the product's clock. */
  delaySeconds: number
  /** Each webhook is kept back for a time of its own within that delay, so that they overtake each other. */
  disorder: boolean
  /** Which calls are refused. */
  refuses: ('charge' | 'refund' | 'transfer' | 'payOut' | 'reverse')[]
}

const KEY = 'sandbox_modes'
const USUAL: SandboxModes = { copies: 1, delaySeconds: 0, disorder: false, refuses: [] }

export async function modesOf(reader: Reader): Promise<SandboxModes> {
  const [row] = await reader.select().from(platformState).where(eq(platformState.key, KEY))
  return { ...USUAL, ...(row?.value as Partial<SandboxModes> | undefined) }
}

/** Sets some modes and puts all others back to usual. */
export async function setModes(transaction: Transaction, modes: Partial<SandboxModes>): Promise<void> {
  await transaction
    .insert(platformState)
    .values({ key: KEY, value: modes })
    .onConflictDoUpdate({ target: platformState.key, set: { value: modes } })
}
