import type { SavedSearch } from '@tendwell/contract/search/saved-searches'
import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../../lib/forms/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { useDeleteSavedSearchMutation, useSavedSearchesQuery } from './saved-searches-api.ts'

/** A family's saved searches, the newest first. */
export function SavedSearches() {
  const query = useSavedSearchesQuery()
  const panel = useRef<HTMLElement>(null)
  return (
    <QueryPanel
      ref={panel}
      id="searches"
      className="scroll-mt-6"
      title="Saved searches"
      lead="We email you new matches, once a day at most."
      query={query}
      failure="Failed to load your searches"
      skeleton={<SkeletonRows rows={2} />}
      empty={(searches) =>
        searches.length === 0 && (
          <EmptyState
            title="No saved searches yet"
            hint="Press “Save this search” above the caregivers that you found."
          />
        )
      }
    >
      {(searches) => (
        <ul aria-label="Saved searches" className="divide-y divide-line">
          {searches.map((search) => (
            // The pressed button goes with its row, so the focus moves to the panel.
            <SearchRow key={search.id} search={search} onDeleted={() => panel.current?.focus()} />
          ))}
        </ul>
      )}
    </QueryPanel>
  )
}

function SearchRow({ search, onDeleted }: { search: SavedSearch; onDeleted: () => void }) {
  const { id, words, path, is_over: isOver } = search
  const [deleteSearch] = useDeleteSavedSearchMutation()
  const { run, isPending } = useAction({
    send: () => deleteSearch(id).unwrap(),
    failure: 'Failed to delete the search',
    onSuccess: onDeleted,
  })
  return (
    <li className="flex items-center gap-3 py-2 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 py-2 wrap-anywhere">
        {isOver ? (
          <>
            <p className="text-ink-soft">{words}</p>
            <p className="text-13 text-ink-soft">Ended, because its day is over.</p>
          </>
        ) : (
          <Link to={path} className="font-semibold text-forest underline-offset-4 hover:underline">
            {words}
          </Link>
        )}
      </div>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Delete ${words}`}
        icon={<Trash2 className="size-4" />}
        isPending={isPending}
        onPress={() => void run(null)}
      >
        Delete
      </Button>
    </li>
  )
}
