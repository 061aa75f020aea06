/** What a dispute can be about, and its limits; without zod, because screens read them. */

/**
 * The types of disputes: the wire value, its label, and for how many days after the booking's last window one
 * can be opened.
 * @see docs/rules/disputes.md#opening
 */
export const DISPUTE_TYPES = [
  { value: 'payment', label: 'Payment Related', days: 30 },
  { value: 'service_quality', label: 'Service Quality', days: 30 },
  { value: 'communication', label: 'Communication Issues', days: 30 },
  { value: 'schedule', label: 'Schedule Problems', days: 30 },
  { value: 'other', label: 'Other', days: 30 },
] as const
export type DisputeType = (typeof DISPUTE_TYPES)[number]['value']

/** The longest period of any type, for texts that name no type. */
export const DISPUTE_DAYS = Math.max(...DISPUTE_TYPES.map(({ days }) => days))

/** A dispute with id 12 is displayed as `DPT-12`. */
export const DISPUTE_LABEL_PREFIX = 'DPT-'

/**
 * Limits of one dispute's evidence: files, bytes of each file and bytes in total.
 * @see docs/rules/disputes.md#evidence
 */
export const EVIDENCE_LIMITS = {
  files: 5,
  fileBytes: 10 * 1024 * 1024,
  totalBytes: 10 * 1024 * 1024,
} as const
