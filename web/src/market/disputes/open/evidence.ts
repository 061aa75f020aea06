import { EVIDENCE_LIMITS } from '@tendwell/contract/safety/dispute-types'

const megabyte = 1024 * 1024
const types = ['image/png', 'image/jpeg', 'application/pdf']

/** @see docs/rules/disputes.md#evidence */
export const evidenceTypes: readonly string[] = types

type Sized = Pick<File, 'name' | 'type' | 'size'>

function totalBytes(files: readonly Pick<Sized, 'size'>[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

/**
 * Checks newly chosen files against those already chosen. If there are too many in total, none is accepted,
 * because it would be unclear which ones were.
 */
export function selectFiles<Chosen extends Sized>(
  present: readonly Pick<Sized, 'size'>[],
  chosen: readonly Chosen[],
): { accepted: Chosen[]; refusals: string[] } {
  if (present.length + chosen.length > EVIDENCE_LIMITS.files) {
    const refusal = `You can only upload a maximum of ${EVIDENCE_LIMITS.files} files. You currently have ${present.length} files selected.`
    return { accepted: [], refusals: [refusal] }
  }
  const accepted: Chosen[] = []
  const refusals: string[] = []
  for (const file of chosen) {
    const refusal = checkFile(file, totalBytes([...present, ...accepted]) + file.size)
    if (refusal === null) accepted.push(file)
    else refusals.push(refusal)
  }
  return { accepted, refusals }
}

function checkFile({ name, type, size }: Sized, total: number): string | null {
  if (!types.includes(type)) return `${name} is not a valid file type. Please upload PNG, JPG, or PDF files.`
  if (size > EVIDENCE_LIMITS.fileBytes) {
    return `${name} is too large. Please upload files smaller than ${EVIDENCE_LIMITS.fileBytes / megabyte}MB.`
  }
  if (total > EVIDENCE_LIMITS.totalBytes) {
    return `Total file size cannot exceed ${EVIDENCE_LIMITS.totalBytes / megabyte}MB. Current total: ${(total / megabyte).toFixed(1)}MB`
  }
  return null
}

/** At least 0.1 for any file. */
function formatMegabytes(bytes: number): string {
  return (bytes && Math.max(0.1, bytes / megabyte)).toFixed(1)
}

/** `2/5 files` and `1.4/10MB`. */
export function formatCounters(files: readonly Pick<Sized, 'size'>[]): [string, string] {
  return [
    `${files.length}/${EVIDENCE_LIMITS.files} files`,
    `${formatMegabytes(totalBytes(files))}/${EVIDENCE_LIMITS.totalBytes / megabyte}MB`,
  ]
}
