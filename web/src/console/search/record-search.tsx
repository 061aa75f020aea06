import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useDebouncedText } from '../../lib/address/use-debounced-text.ts'
import { CommandPalette } from '../../ui/command-palette.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useConsoleFilters } from '../common/lists/use-console-filters.ts'
import { getPath, toGroups } from './found-records.ts'
import { useSearchRecordsQuery } from './search-api.ts'

const delayMs = 200

/** Finds people, bookings, payments and disputes in all states. */
export function RecordSearch({ onClose }: { onClose: () => void }) {
  const [asked, setAsked] = useState('')
  const { text, type } = useDebouncedText('', setAsked, delayMs)
  const { data, currentData, isError } = useSearchRecordsQuery(asked, { skip: asked === '' })
  const found = isError ? undefined : (currentData ?? data)
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
        empty={describeEmpty(asked, { isError, isSearching: !currentData })}
        onOpen={open}
      />
    </Dialog>
  )
}

function describeEmpty(
  asked: string,
  { isError, isSearching }: { isError: boolean; isSearching: boolean },
): string {
  if (asked === '') return 'People, bookings, payments and disputes in every state.'
  if (isError) return 'The search failed. Please try again.'
  return isSearching ? 'Searching…' : `Nothing found for “${asked}”.`
}
