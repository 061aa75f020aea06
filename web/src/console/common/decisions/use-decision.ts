import type { DocumentKind } from '@tendwell/contract/console/documents'
import type { PersonRecord } from '@tendwell/contract/console/people'
import type { AdminCaregiver } from '@tendwell/contract/console/users'
import { BULK_REJECTION } from '@tendwell/contract/profiles/rejection-reason'
import { useEffect, useState } from 'react'
import { getErrorStatus } from '../../../lib/errors.ts'
import { plural } from '../../../lib/format/format.ts'
import { useSetVerificationMutation, useSetVerificationsMutation } from './decisions-api.ts'
import { ReviewedRows } from './reviewed-rows.ts'
import { isRefundChange } from './use-previewed-refunds.ts'
import type { RowFocus } from './use-row-focus.ts'

export type Decision = 'verified' | 'rejected' | 'flagged'

export interface DecisionTexts {
  rejection_reason: string
  admin_notes: string
}

/**
 * Resolves to the message for the toast.
 * @param refunds what the dialog showed that a rejection gives back, by caregiver
 */
export type SendDecision = (decision: Decision, texts?: DecisionTexts, refunds?: Refunds) => Promise<string>

type Refunds = ReadonlyMap<number, number>

export const decisionFailure = 'Failed to update verification status'

/** What the admin was shown, for the server to compare. */
function toReviewed({ document_ids, full_name, avatar }: AdminCaregiver) {
  return { document_ids, full_name, avatar }
}

/** Sends a decision on one caregiver of a list. */
export function useDecision(
  caregiver: AdminCaregiver,
  reviewed: ReviewedRows<AdminCaregiver>,
  focus: RowFocus,
): SendDecision {
  const [setVerification] = useSetVerificationMutation()
  return async (decision, texts, refunds) => {
    const { id } = caregiver
    const shown = { ...toReviewed(reviewed.get(caregiver)), refund_usd: refunds?.get(id) }
    const body = { verification_status: decision, ...shown, ...texts }
    focus.leave([id])
    try {
      const { message } = await setVerification({ id, body }).unwrap()
      reviewed.forget(id)
      return message || 'Status updated successfully'
    } catch (error) {
      focus.stay()
      // There are newer documents, or another name or photo. The list reloads, and the next decision applies
      // to them.
      if (getErrorStatus(error) === 409 && !isRefundChange(error)) reviewed.forget(id)
      throw error
    }
  }
}

/**
 * Sends a decision on the caregiver of a record. It names the documents, name and photo that were shown
 * first, because the record reloads by itself.
 */
export function usePersonDecision(person: PersonRecord): SendDecision {
  const [setVerification] = useSetVerificationMutation()
  const [reviewed] = useState(() => new ReviewedRows<PersonRecord>())
  useEffect(() => reviewed.add([person]), [reviewed, person])
  return async (decision, texts, refunds) => {
    const { caregiver, full_name, avatar } = reviewed.get(person)
    const documentOf = (kind: DocumentKind) =>
      caregiver?.documents.find((document) => document.kind === kind)?.file_id ?? null
    const body = {
      verification_status: decision,
      full_name,
      avatar,
      document_ids: {
        id_front: documentOf('id_front'),
        id_back: documentOf('id_back'),
        certificate: documentOf('certificate'),
      },
      refund_usd: refunds?.get(person.id),
      ...texts,
    }
    try {
      const { message } = await setVerification({ id: person.id, body }).unwrap()
      reviewed.forget(person.id)
      return message || 'Status updated successfully'
    } catch (error) {
      // There are newer ones. The record reloads, and the next decision applies to them.
      if (getErrorStatus(error) === 409 && !isRefundChange(error)) reviewed.forget(person.id)
      throw error
    }
  }
}

/** The default texts of a bulk decision. @see docs/rules/console.md#verification-decisions */
export function bulkTexts(decision: Decision): DecisionTexts {
  return {
    rejection_reason: decision === 'rejected' ? BULK_REJECTION : '',
    admin_notes: `Bulk ${decision} action`,
  }
}

/**
 * Sends the same decision on several caregivers, one after the other. Fails if it failed for any of them.
 * @param onFailures gets why, by the ids of those who failed
 */
export function useBulkDecision(
  caregivers: readonly AdminCaregiver[],
  reviewed: ReviewedRows<AdminCaregiver>,
  focus: RowFocus,
  onFailures: (failures: ReadonlyMap<number, string>) => void,
): SendDecision {
  const [setVerifications] = useSetVerificationsMutation()
  return async (decision, texts = bulkTexts(decision), refunds) => {
    const rows = caregivers.map((row) => ({
      id: row.id,
      shown: { ...toReviewed(reviewed.get(row)), refund_usd: refunds?.get(row.id) },
    }))
    const body = { verification_status: decision, ...texts }
    onFailures(new Map())
    focus.leave(rows.map(({ id }) => id))
    const { done, failed } = await setVerifications({ caregivers: rows, body }).unwrap()
    for (const id of done) reviewed.forget(id)
    for (const { id, status } of failed) if (status === 409) reviewed.forget(id)
    onFailures(new Map(failed.map(({ id, message }) => [id, message])))
    if (failed.length > 0) throw new Error(decisionFailure)
    return `${plural(done.length, 'caregiver')} ${decision} successfully`
  }
}
