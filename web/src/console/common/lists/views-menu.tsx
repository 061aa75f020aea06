import type { View, ViewScreen } from '@tendwell/contract/console/views'
import { Bookmark, ChevronDown, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useAction } from '../../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { useDisclosure } from '../../../ui/use-disclosure.ts'
import { useDeleteViewMutation, useViewsQuery } from './lists-api.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'

/** What a view keeps of the URL: all but the pages of its lists. */
function readViewQuery(params: URLSearchParams): string {
  const kept = [...params].filter(([name]) => name !== 'page' && !name.endsWith('_page'))
  return new URLSearchParams(kept).toString()
}

/** Opens, saves and deletes one's own views of a screen. @see docs/rules/console.md#saved-views */
export function ViewsMenu({ viewsOf }: { viewsOf: ViewScreen }) {
  const [isSaving, setSaving] = useState(false)
  const { isOpen, toggle, close, root, button } = useDisclosure()
  const [params] = useSearchParams()
  const query = readViewQuery(params)
  const panelId = useId()
  return (
    <div ref={root} className="relative">
      <Button
        ref={button}
        variant="secondary"
        aria-expanded={isOpen}
        aria-controls={panelId}
        icon={<Bookmark className="size-4 text-ink-soft" />}
        onPress={toggle}
      >
        Views
        <ChevronDown className="size-4 text-ink-soft" />
      </Button>
      <section
        id={panelId}
        aria-label="Views"
        // Takes the focus of a view that was deleted.
        tabIndex={-1}
        hidden={!isOpen}
        className="absolute top-full right-0 z-30 mt-2 w-72 animate-appear outline-none rounded-control border border-line bg-paper-raised p-1.5 shadow-soft max-sm:fixed max-sm:inset-x-5 max-sm:top-auto max-sm:w-auto"
      >
        {isOpen && <Views viewsOf={viewsOf} current={query} />}
        <div className="border-t border-line pt-1.5">
          <Button
            variant="quiet"
            block
            icon={<Plus className="size-4" />}
            onPress={() => {
              close()
              // The dialog gives the focus back to where it was.
              button.current?.focus()
              setSaving(true)
            }}
          >
            Save current view
          </Button>
        </div>
      </section>
      {isSaving && <SaveViewDialog viewsOf={viewsOf} query={query} onClose={() => setSaving(false)} />}
    </div>
  )
}

function Views({ viewsOf, current }: { viewsOf: ViewScreen; current: string }) {
  const query = useViewsQuery(viewsOf)
  return (
    <QueryBody
      query={query}
      failure="Failed to load views"
      skeleton={
        <div className="p-3">
          <SkeletonText lines={2} />
        </div>
      }
      empty={({ results }) =>
        results.length === 0 && (
          <p className="px-3 py-2 text-ink-soft">
            No saved views yet. Set filters and an order, then save them under a name.
          </p>
        )
      }
      isCompact
    >
      {({ results }) => (
        <ul aria-label="Saved views" className="max-h-72 overflow-y-auto pb-1.5">
          {results.map((view) => (
            <SavedView key={view.id} view={view} isCurrent={view.query === current} />
          ))}
        </ul>
      )}
    </QueryBody>
  )
}

function SavedView({ view, isCurrent }: { view: View; isCurrent: boolean }) {
  const [deleteView] = useDeleteViewMutation()
  const { run, isPending } = useAction({
    send: () => deleteView(view.id).unwrap(),
    success: `View “${view.name}” deleted`,
    failure: 'Failed to delete the view',
    toasts: threeSecondToast,
  })
  return (
    <li className="flex items-center gap-1 rounded-control hover:bg-sand">
      <Link
        to={{ search: view.query }}
        {...(isCurrent && { 'aria-current': 'true' })}
        className="flex min-h-11 min-w-0 flex-1 items-center rounded-control px-3 wrap-anywhere aria-[current]:font-semibold"
      >
        {view.name}
      </Link>
      <IconButton
        label={`Delete ${view.name}`}
        icon={<Trash2 className="size-4" />}
        isDisabled={isPending}
        onPress={() => run(null)}
      />
    </li>
  )
}
