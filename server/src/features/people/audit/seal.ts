/** How the audit log's entries are chained. @see docs/rules/console.md#the-chain */
import { createHash } from 'node:crypto'

/** An entry as text that is the same whenever it is read. */
export type SealedEntry = {
  id: number
  /**
   * What an erasure never touches: number, time, actor, action, subject, and the rest of before and after.
   */
  body: string
  /** The network address; empty without one. */
  address: string
  /** The fields of before and after that name people. */
  names: string
}

/** What erasures may empty is hashed with a salt of its own, which goes with it. */
export type Salts = { address: string; names: string }

/** A link of the chain. */
export type Seal = { entryId: number; addressHash: string; namesHash: string; hash: string }

/** What the first entry follows. */
export const CHAIN_START = ''

function digest(...parts: string[]): string {
  // As JSON, so that no two lists of parts are the same text.
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

export const hashErasable = (salt: string, text: string): string => digest(salt, text)

/** The hash that an entry has after the one with the hash `previous`. */
export function chain(
  previous: string,
  { body }: Pick<SealedEntry, 'body'>,
  { addressHash, namesHash }: Pick<Seal, 'addressHash' | 'namesHash'>,
): string {
  return digest(previous, body, addressHash, namesHash)
}

/** Seals an entry behind the one with the hash `previous`. */
export function seal(previous: string, entry: SealedEntry, salts: Salts): Seal {
  const hashes = {
    addressHash: hashErasable(salts.address, entry.address),
    namesHash: hashErasable(salts.names, entry.names),
  }
  return { entryId: entry.id, ...hashes, hash: chain(previous, entry, hashes) }
}
