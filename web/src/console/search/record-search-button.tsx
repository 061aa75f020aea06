import { Command } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lazyDialog } from '../../lib/browser/lazy-parts.tsx'

const RecordSearch = lazyDialog(async () => (await import('./record-search.tsx')).RecordSearch)

/** Opens the search of all records, as ⌘K or Ctrl+K does. @see docs/rules/console.md#search */
export function RecordSearchButton() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const openOnShortcut = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', openOnShortcut)
    return () => document.removeEventListener('keydown', openOnShortcut)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-label="Find a record"
        aria-keyshortcuts="Control+K Meta+K"
        title="Find a record (Ctrl K or ⌘K)"
        onClick={() => setOpen(true)}
        className="inline-flex size-11 items-center justify-center rounded-full transition-colors hover:bg-deep-line"
      >
        <Command className="size-5" />
      </button>
      {isOpen && <RecordSearch onClose={() => setOpen(false)} />}
    </>
  )
}
