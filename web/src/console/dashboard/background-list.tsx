import type { WaitingBackgroundCheck } from '@tendwell/contract/console/background-checks'
import type { PagedQuery } from '../../lib/address/use-paged-query.ts'
import { formatDate } from '../../lib/format/format.ts'
import { paths } from '../../shared/routes/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ListTable } from '../common/lists/list-screen.tsx'
import { PersonCell } from '../common/lists/person-cell.tsx'
import { useConsoleFilters } from '../common/lists/use-console-filters.ts'
import type { Filters } from './dashboard-filters.tsx'
import { NoCaregivers } from './no-caregivers.tsx'

interface BackgroundListProps {
  list: PagedQuery<WaitingBackgroundCheck>
  filters: Filters
}

/**
 * Background checks that wait for staff: for a decision on the result, or to be compared with the ID. It is
 * made on the caregiver's record.
 */
export function BackgroundList({ list, filters }: BackgroundListProps) {
  const { linkTo } = useConsoleFilters()
  const columns: Column<WaitingBackgroundCheck>[] = [
    {
      id: 'caregiver',
      header: 'Caregiver',
      isTitle: true,
      cell: ({ caregiver }) => <PersonCell person={caregiver} />,
    },
    { id: 'provider', header: 'Provider', cell: ({ provider }) => provider },
    {
      id: 'completed',
      header: 'Completed',
      cell: ({ completed_at: at }) => <span className="whitespace-nowrap">{formatDate(at)}</span>,
    },
    {
      id: 'review',
      header: 'Review',
      isLabelHidden: true,
      cell: ({ caregiver }) => (
        <span className="flex md:justify-end">
          <ButtonLink
            to={linkTo(paths.adminVerification(caregiver.id))}
            size="small"
            aria-label={`Review the background check of ${caregiver.full_name}`}
          >
            Review
          </ButtonLink>
        </span>
      ),
    },
  ]
  return (
    <ListTable
      label="Background checks"
      list={list}
      columns={columns}
      failure="Failed to load background checks"
      empty={<NoCaregivers tab="background" list={list} filters={filters} />}
    />
  )
}
