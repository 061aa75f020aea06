import type { PaperChecks } from '@tendwell/contract/profiles/paper-checks'
import { formatDay } from '../../../lib/format/format.ts'
import { PRODUCT_NAME } from '../../../lib/product.ts'

/**
 * "Tendwell checked this caregiver’s ID on Nov 2, 2026 and First Aid certificate on Nov 2, 2026"; null
 * without a record.
 * @see docs/rules/profiles-and-files.md#what-the-badge-says
 */
export function describePaperChecks({ id_checked_on: idDay, certificate }: PaperChecks): string | null {
  const papers: string[] = []
  if (idDay) papers.push(`ID on ${formatDay(idDay)}`)
  if (certificate)
    papers.push(`${certificate.title || 'certificate'} on ${formatDay(certificate.checked_on)}`)
  return papers.length === 0 ? null : `${PRODUCT_NAME} checked this caregiver’s ${papers.join(' and ')}`
}
