import type { ConsentDocument, Consents } from '@tendwell/contract/people/own-data'
import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import { desc, eq } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { consents } from './tables.ts'

const CURRENT_VERSIONS: Record<ConsentDocument, string> = { terms: TERMS_VERSION, privacy: PRIVACY_VERSION }

/**
 * The newest versions that a person agreed to, and whether they must be asked (again).
 * @see docs/rules/own-data.md#consent
 */
export async function getConsents(
  reader: Reader,
  { id: userId, role }: Pick<Actor, 'id' | 'role'>,
): Promise<Consents> {
  const rows = await reader
    .select()
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.version))
  const findNewest = (document: ConsentDocument) => {
    const row = rows.find((consent) => consent.document === document)
    return row ? { version: row.version, at: row.at.toISOString() } : null
  }
  const newest = { terms: findNewest('terms'), privacy: findNewest('privacy') }
  const isOutdated = (document: ConsentDocument) => {
    const version = newest[document]?.version
    // Staff accounts are made by a command or an invitation, without a question.
    if (version === undefined) return role !== 'admin'
    // Versions are days, `YYYY-MM-DD`.
    return version < CURRENT_VERSIONS[document]
  }
  return { ...newest, is_outdated: isOutdated('terms') || isOutdated('privacy') }
}
