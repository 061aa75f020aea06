/**
 * The hash chain of the audit log: each entry's hash includes the hash of the entry before, so that a changed
 * or deleted entry is noticed.
 * @see docs/rules/console.md#the-chain
 */
import { createHash } from 'node:crypto'

/** An entry of the audit log as the texts that are hashed. They are the same at each reading. */
export type SealedEntry = {
  id: number
  /**
   * What an erasure never changes: id, time, actor, action, subject, and `before` and `after` without the
   * fields that name people.
   */
  body: string
  /** The network address; empty if there is none. */
  address: string
  /** The fields of `before` and `after` that name people. */
  names: string
}

/**
 * The salts of one entry's two texts that an erasure may empty. The erasure deletes the text and its salt, so
 * that the text can't be guessed from the hash that stays.
 */
export type Salts = { address: string; names: string }

/** What is stored of one entry in the chain. */
export type Seal = { entryId: number; addressHash: string; namesHash: string; hash: string }

/** The previous hash of the first entry. */
export const CHAIN_START = ''

function digest(...parts: string[]): string {
  // As JSON, so that two different lists of parts never make the same text.
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Hashes a text of an entry that may be erased later. @param salt the entry's own */
export const hashErasable = (salt: string, text: string): string => digest(salt, text)

/** An entry's hash in the chain. @param previousHash the hash of the entry before */
export function hashInChain(
  previousHash: string,
  { body }: Pick<SealedEntry, 'body'>,
  { addressHash, namesHash }: Pick<Seal, 'addressHash' | 'namesHash'>,
): string {
  return digest(previousHash, body, addressHash, namesHash)
}

/** Makes the seal of an entry. @param previousHash the hash of the entry before */
export function makeSeal(previousHash: string, entry: SealedEntry, salts: Salts): Seal {
  const hashes = {
    addressHash: hashErasable(salts.address, entry.address),
    namesHash: hashErasable(salts.names, entry.names),
  }
  return { entryId: entry.id, ...hashes, hash: hashInChain(previousHash, entry, hashes) }
}
