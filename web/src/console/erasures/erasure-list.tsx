import type { Erasure } from '@tendwell/contract/people/own-data'
import { useState } from 'react'
import { plural } from '../../lib/format/format.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, TableSkeleton } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Instant } from '../../ui/instant.tsx'
import { ListScreen } from '../common/lists/list-screen.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { useListScreen } from '../common/lists/use-list-screen.ts'
import { ErasureReport } from './erasure-report.tsx'
import { useErasuresQuery } from './erasures-api.ts'

const sumOf = ({ counts }: Erasure) => Object.values(counts).reduce((sum, count) => sum + count, 0)

const factColumns: readonly Column<Erasure>[] = [
  {
    id: 'person',
    header: 'Person',
    isTitle: true,
    // Their name is gone, so this is their number.
    cell: ({ user_id: id }) => <PersonLink person={{ id, name: '' }} />,
  },
  { id: 'closed', header: 'Closed', cell: ({ closed_at: at }) => <Instant at={at} /> },
  {
    id: 'erased',
    header: 'Erased',
    cell: ({ finished_at: at, held_at: heldAt }) =>
      at ? (
        <Instant at={at} />
      ) : (
        <StatusPill status="processing" word={heldAt ? 'Evidence kept' : 'Under way'} />
      ),
  },
  {
    id: 'records',
    header: 'Records',
    isNumeric: true,
    cell: (erasure) => sumOf(erasure).toLocaleString('en-US'),
  },
]

/**
 * The erased accounts by number, the newest first, each with its report.
 * @see docs/rules/own-data.md#erasure
 */
export function ErasureList() {
  const [opened, setOpened] = useState<Erasure | null>(null)
  const columns: readonly Column<Erasure>[] = [
    ...factColumns,
    {
      id: 'report',
      header: 'What was erased',
      isLabelHidden: true,
      cell: (erasure) => (
        <span className="flex justify-end">
          <Button
            variant="secondary"
            size="small"
            aria-label={`What was erased of person #${erasure.user_id}`}
            onPress={() => setOpened(erasure)}
          >
            What was erased
          </Button>
        </span>
      ),
    },
  ]
  const shown = useListScreen({ useListQuery: useErasuresQuery, pageSize: 20, columns })
  const { list } = shown
  return (
    <>
      <ListScreen
        shown={shown}
        title="Erased accounts"
        lead={list.rows && list.count > 0 && `${plural(list.count, 'account')} in total`}
        exported="erasures"
        failure="Failed to load the erased accounts"
        skeleton={<TableSkeleton columns={columns} />}
        empty={
          <EmptyState
            title="No erased accounts"
            hint="An account is erased 14 days after its owner closed it."
          />
        }
      />
      {opened && <ErasureReport erasure={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
