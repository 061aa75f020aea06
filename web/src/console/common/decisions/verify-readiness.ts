import { DOCUMENT_KINDS, type DocumentCheck, type DocumentKind } from '@tendwell/contract/console/documents'
import type { PersonRecord } from '@tendwell/contract/console/people'
import type { AdminCaregiver } from '@tendwell/contract/console/users'
import { describeNeeds, type VerificationNeed } from '@tendwell/contract/profiles/verification-needs'
import { formatList } from '../../../lib/format/format.ts'
import { documentLabels } from '../records/documents.ts'

/**
 * What decides whether Verify is offered: what the caregiver has to add, and the uploaded papers with their
 * last checks.
 */
interface Readiness {
  missing: readonly VerificationNeed[]
  papers: readonly { kind: DocumentKind; check: Pick<DocumentCheck, 'is_expired' | 'is_outdated'> | null }[]
}

/** The readiness of a caregiver in a list. */
export function readinessOf({ missing, document_ids, document_checks }: AdminCaregiver): Readiness {
  const uploaded = DOCUMENT_KINDS.filter((kind) => document_ids[kind] !== null)
  return { missing, papers: uploaded.map((kind) => ({ kind, check: document_checks[kind] })) }
}

/** The readiness of a caregiver in their record. */
export function readinessOfRecord(caregiver: NonNullable<PersonRecord['caregiver']>): Readiness {
  return { missing: caregiver.missing, papers: caregiver.documents }
}

/**
 * What is left before Verify is offered, a sentence for each kind: `Missing: a city.`, `Not checked yet: ID
 * front.`
 * @see docs/rules/console.md#verification-decisions
 */
export function listStepsLeft({ missing, papers }: Readiness): string[] {
  const name = (label: string, some: Readiness['papers']) =>
    some.length > 0 ? [`${label}: ${nameDocuments(some.map(({ kind }) => kind))}.`] : []
  return [
    ...(missing.length > 0 ? [`Missing: ${describeNeeds(missing)}.`] : []),
    ...name(
      'Expired',
      papers.filter(({ check }) => check?.is_expired),
    ),
    ...name(
      'Not checked yet',
      papers.filter(({ check }) => check === null),
    ),
    ...name(
      'Not checked since the name or photo changed',
      papers.filter(({ check }) => check?.is_outdated),
    ),
  ]
}

/** Whether nothing is left before Verify is offered for a caregiver in a list. */
export function isReady(caregiver: AdminCaregiver): boolean {
  return listStepsLeft(readinessOf(caregiver)).length === 0
}

/** "ID front and Certificate" */
export function nameDocuments(kinds: readonly DocumentKind[]): string {
  return formatList(kinds.map((kind) => documentLabels[kind].replace(',', '')))
}
