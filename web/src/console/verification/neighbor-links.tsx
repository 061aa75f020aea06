import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLocation } from 'react-router'
import { paths } from '../../shared/routes/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { approvalTabs, readTab, toTabQuery } from '../common/decisions/approval-tabs.ts'
import { useVerificationNeighborsQuery } from '../common/decisions/decisions-api.ts'
import { toDateQuery } from '../common/lists/date-range.ts'
import { readFilters } from '../common/lists/filters.ts'

/** Leads through the queue of the dashboard's tab that the URL names. */
export function NeighborLinks({ id }: { id: string }) {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  const { q, category, from, to } = readFilters(params)
  const { verification } = readTab(params)
  const tab = verification === 'changes' || verification === 'background' ? 'pending' : verification
  const { currentData } = useVerificationNeighborsQuery({
    id,
    ...toTabQuery(tab),
    ...(q && { q }),
    ...(category && { category }),
    ...toDateQuery({ from, to }),
  })
  params.delete('document')
  const linkTo = (neighbor: number) => `${paths.adminVerification(neighbor)}?${params}`
  return (
    <nav aria-label={`Queue: ${approvalTabs[tab]}`} className="flex flex-wrap gap-2">
      <Neighbor to={currentData?.previous ?? null} label="Previous caregiver" linkTo={linkTo} />
      <Neighbor to={currentData?.next ?? null} label="Next caregiver" linkTo={linkTo} isNext />
    </nav>
  )
}

interface NeighborProps {
  to: number | null
  label: string
  linkTo: (id: number) => string
  isNext?: boolean
}

function Neighbor({ to, label, linkTo, isNext = false }: NeighborProps) {
  const Icon = isNext ? ChevronRight : ChevronLeft
  const content = (
    <>
      {!isNext && <Icon className="size-4" />}
      {label}
      {isNext && <Icon className="size-4" />}
    </>
  )
  if (to === null) {
    return (
      <Button variant="secondary" size="small" isDisabled>
        {content}
      </Button>
    )
  }
  return (
    <ButtonLink to={linkTo(to)} variant="secondary" size="small">
      {content}
    </ButtonLink>
  )
}
