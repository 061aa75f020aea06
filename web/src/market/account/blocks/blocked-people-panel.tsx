import type { BlockedPerson } from '@tendwell/contract/safety/blocks'
import { useState } from 'react'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { useBlocksQuery } from '../../../shared/safety/blocks-api.ts'
import { UnblockDialog } from '../../../shared/safety/unblock-dialog.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ListPanel } from '../../../ui/list-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'

const pageSize = 5

/** The people the user has blocked. */
export function BlockedPeoplePanel() {
  const list = usePagedQuery(useBlocksQuery, { page_size: pageSize }, { pageSize, pageKey: 'blocked' })
  const [chosen, setChosen] = useState<BlockedPerson | null>(null)
  return (
    <>
      <ListPanel
        title="People you blocked"
        lead="You and the people you block can’t message or find each other. We don’t tell them."
        label="People you blocked"
        list={list}
        failure="Failed to load the people you blocked"
        empty={<p className="text-ink-soft">You haven’t blocked anyone.</p>}
        skeleton={<SkeletonRows rows={1} />}
      >
        {(people) => (
          <ul aria-label="People you blocked" className="divide-y divide-line">
            {people.map((person) => (
              <li key={person.user_id} className="flex items-center gap-4 py-4 first:pt-0 last:pb-0">
                <Avatar name={person.full_name} src={person.avatar} />
                <div className="min-w-0 flex-1">
                  <p className="truncate font-semibold">{person.full_name}</p>
                  <p className="text-13 text-ink-soft">Blocked on {formatDate(person.blocked_at)}</p>
                </div>
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Unblock ${person.full_name}`}
                  onPress={() => setChosen(person)}
                >
                  Unblock
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ListPanel>
      {chosen && (
        <UnblockDialog
          person={{ id: chosen.user_id, full_name: chosen.full_name }}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
