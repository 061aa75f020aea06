import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'

export interface TabItem<Id extends string> {
  id: Id
  label: string
  /** Shown beside the label. */
  count?: number | undefined
  content: ReactNode
}

interface TabsProps<Id extends string> {
  /** The name of the tabs, for screen readers. */
  label: string
  items: readonly TabItem<Id>[]
  selected?: Id
  onSelect?: (id: Id) => void
}

export function Tabs<Id extends string>({ label, items, selected, onSelect }: TabsProps<Id>) {
  return (
    <AriaTabs
      {...(selected !== undefined && { selectedKey: selected })}
      onSelectionChange={(key) => onSelect?.(String(key) as Id)}
    >
      <TabList aria-label={label} className="flex flex-wrap gap-x-4 sm:gap-x-6 border-b border-line px-0.5">
        {items.map((item) => (
          <Tab
            key={item.id}
            id={item.id}
            className="-mb-px flex min-h-11 shrink-0 cursor-pointer items-center gap-2 border-b-2 border-transparent font-semibold text-ink-soft outline-offset-[-2px] transition-colors data-hovered:text-ink data-selected:border-gold data-selected:text-ink"
          >
            {item.label}
            {item.count !== undefined && (
              <span className="tabular rounded-full bg-sand px-2 text-13 font-medium text-ink">
                {item.count}
              </span>
            )}
          </Tab>
        ))}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className="pt-6">
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
