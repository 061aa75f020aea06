import { EVIDENCE_LIMITS } from '@tendwell/contract/reference'

const megabyte = 1024 * 1024
const types = ['image/png', 'image/jpeg', 'application/pdf']

/** @see docs/rules/disputes.md#evidence */
export const evidenceTypes: readonly string[] = types

type Sized = Pick<File, 'name' | 'type' | 'size'>

function totalOf(files: readonly Sized[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

/**
 * Which of the files just chosen join those that are there, and why the others don't, in the specification's order
 * and words. Where all together are too many none is taken: nobody could tell which.
 */
export function admit<Chosen extends Sized>(
  present: readonly Sized[],
  chosen: readonly Chosen[],
): { taken: Chosen[]; refusals: string[] } {
  if (present.length + chosen.length > EVIDENCE_LIMITS.files) {
    const refusal = `You can only upload a maximum of ${EVIDENCE_LIMITS.files} files. You currently have ${present.length} files selected.`
    return { taken: [], refusals: [refusal] }
  }
  const taken: Chosen[] = []
  const refusals: string[] = []
  for (const file of chosen) {
    const refusal = refusalOf(file, totalOf([...present, ...taken]) + file.size)
    if (refusal === null) taken.push(file)
    else refusals.push(refusal)
  }
  return { taken, refusals }
}

function refusalOf({ name, type, size }: Sized, total: number): string | null {
  if (!types.includes(type)) return `${name} is not a valid file type. Please upload PNG, JPG, or PDF files.`
  if (size > EVIDENCE_LIMITS.fileBytes) {
    return `${name} is too large. Please upload files smaller than ${EVIDENCE_LIMITS.fileBytes / megabyte}MB.`
  }
  if (total > EVIDENCE_LIMITS.totalBytes) {
    return `Total file size cannot exceed ${EVIDENCE_LIMITS.totalBytes / megabyte}MB. Current total: ${(total / megabyte).toFixed(1)}MB`
  }
  return null
}

/** `2/5 files` and `1.4/10MB`. */
export function countersOf(files: readonly Sized[]): [string, string] {
  return [
    `${files.length}/${EVIDENCE_LIMITS.files} files`,
    `${(totalOf(files) / megabyte).toFixed(1)}MB/${EVIDENCE_LIMITS.totalBytes / megabyte}MB`,
  ]
}
