import type { DocumentKind } from '@tendwell/contract/console/documents'
import { useLocation } from 'react-router'
import { paths } from '../../shared/routes/paths.ts'
import type { CaregiverTab } from '../common/decisions/approval-tabs.ts'

/**
 * What a caregiver's screen takes over from the dashboard's URL: the queue to go through, and the way back.
 */
const kept = ['q', 'status', 'category', 'from', 'to']

/** Makes the path of the screen that shows a caregiver's documents, as part of a tab's queue. */
export function useReviewLink() {
  const { search } = useLocation()
  return (id: number, tab: CaregiverTab, document?: DocumentKind) => {
    const before = new URLSearchParams(search)
    const params = new URLSearchParams([...before].filter(([name]) => kept.includes(name)))
    params.set('verification', tab)
    if (document) params.set('document', document)
    return `${paths.adminVerification(id)}?${params}`
  }
}
