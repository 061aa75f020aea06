import type { ReactNode } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { SearchField } from './search-field.tsx'

export interface CommandGroup {
  title: string
  items: readonly { id: string; label: string; note: string }[]
}

interface CommandPaletteProps {
  /** What is searched. */
  label: string
  text: string
  onText: (text: string) => void
  groups: readonly CommandGroup[]
  /** Between the field and the results. */
  notice?: ReactNode
  /** Shown without any item. */
  empty: ReactNode
  onOpen: (id: string) => void
}

/** A search field above its results. The arrow keys move through them while the focus stays in the field. */
export function CommandPalette({ label, text, onText, groups, notice, empty, onOpen }: CommandPaletteProps) {
  return (
    <Autocomplete inputValue={text} onInputChange={onText}>
      <SearchField label={label} placeholder={label} value={text} onChange={onText} autoFocus />
      {notice}
      <ListBox
        aria-label="Results"
        onAction={(key) => onOpen(String(key))}
        selectionMode="none"
        className="-mx-2 h-[min(28rem,55dvh)] overflow-y-auto outline-none"
        renderEmptyState={() => <p className="px-3 py-2 text-ink-soft">{empty}</p>}
      >
        {groups.map(({ title, items }) => (
          <ListBoxSection key={title} id={title}>
            <Header className="px-3 pt-3 pb-1 text-13 font-medium text-ink-soft">{title}</Header>
            {items.map((item) => (
              <ListBoxItem
                key={item.id}
                id={item.id}
                textValue={item.label}
                className="flex min-h-11 cursor-pointer flex-col justify-center rounded-control px-3 py-2 outline-none data-focused:bg-sand data-hovered:bg-sand"
              >
                <span className="font-semibold wrap-anywhere">{item.label}</span>
                <span className="text-13 wrap-anywhere text-ink-soft">{item.note}</span>
              </ListBoxItem>
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
    </Autocomplete>
  )
}
