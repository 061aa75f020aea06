import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useDebouncedText } from '../../lib/address/use-debounced-text.ts'
import { CommandPalette } from '../../ui/command-palette.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RetryNote } from '../../ui/retry-note.tsx'
import { useConsoleFilters } from '../common/lists/use-console-filters.ts'
import { getPath, toGroups } from './found-records.ts'
import { useSearchRecordsQuery } from './search-api.ts'

const delayMs = 200

/** Finds people, bookings, payments and disputes in all states. */
export function RecordSearch({ onClose }: { onClose: () => void }) {
  const [asked, setAsked] = useState('')
  const { text, type } = useDebouncedText('', setAsked, delayMs)
  const query = useSearchRecordsQuery(asked, { skip: asked === '' })
  const { data, currentData, error } = query
  const found = error ? undefined : (currentData ?? data)
  const navigate = useNavigate()
  const { linkTo } = useConsoleFilters()
  const open = (id: string) => {
    onClose()
    navigate(linkTo(getPath(id), { q: '' }))
  }
  return (
    <Dialog isOpen onClose={onClose} title="Find a record" width="wide">
      <CommandPalette
        label="Name, email or number"
        text={text}
        onText={type}
        groups={asked && found ? toGroups(found) : []}
        notice={<RetryNote query={query} failure="The search failed. Please try again." />}
        empty={error ? '' : describeEmpty(asked, !currentData)}
        onOpen={open}
      />
    </Dialog>
  )
}

function describeEmpty(asked: string, isSearching: boolean): string {
  if (asked === '') return 'People, bookings, payments and disputes in every state.'
  return isSearching ? 'Searching…' : `Nothing found for “${asked}”.`
}
