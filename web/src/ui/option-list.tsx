import { Check } from 'lucide-react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'

export interface Option {
  id: string
  label: string
  /** A second line in softer ink. */
  note?: string
}

export const popoverClass =
  'animate-appear overflow-auto rounded-control border border-line bg-paper-raised p-1.5 shadow-soft outline-none'

/** The list of options in selects and combo boxes. */
export function OptionList({ items }: { items?: Option[] }) {
  return (
    <ListBox<Option>
      {...(items && { items })}
      className="max-h-72 overflow-auto outline-none"
      renderEmptyState={() => <p className="px-3 py-2 text-ink-soft">No matches</p>}
    >
      {(option) => (
        <ListBoxItem
          id={option.id}
          textValue={option.label}
          className="group flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-3 py-2 outline-none data-disabled:opacity-50 data-focused:bg-sand data-selected:font-semibold"
        >
          <span className="flex-1">
            {option.label}
            {option.note && <span className="block text-13 font-normal text-ink-soft">{option.note}</span>}
          </span>
          <Check className="invisible size-4 shrink-0 text-forest group-data-selected:visible" />
        </ListBoxItem>
      )}
    </ListBox>
  )
}
