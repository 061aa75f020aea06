import { createContext, type ReactNode, type Ref, use, useId } from 'react'
import { Card } from './card.tsx'

export interface PanelProps {
  /** For links to the panel. */
  id?: string
  title: string
  lead?: ReactNode
  actions?: ReactNode
  /** During the first load. */
  isLoading?: boolean
  children?: ReactNode
  className?: string
  /** Lets the screen move the focus to the panel. */
  ref?: Ref<HTMLElement> | undefined
}

/** Whether panels have the heading of a group above them, so that theirs are one level lower. */
const GroupContext = createContext(false)

interface PanelGroupProps {
  /** For links to the group. */
  id: string
  title: string
  children: ReactNode
}

/** Panels that belong together, under a heading. */
export function PanelGroup({ id, title, children }: PanelGroupProps) {
  const headingId = useId()
  return (
    <section id={id} aria-labelledby={headingId} className="scroll-mt-6">
      <h2 id={headingId} className="mb-4 text-28">
        {title}
      </h2>
      <GroupContext value={true}>
        <div className="flex flex-col gap-6">{children}</div>
      </GroupContext>
    </section>
  )
}

/** The heading of a part of a panel. */
export function PanelSubheading({ id, children }: { id?: string; children: ReactNode }) {
  const Heading = use(GroupContext) ? 'h4' : 'h3'
  return (
    <Heading id={id} className="font-sans text-17 font-semibold tracking-normal">
      {children}
    </Heading>
  )
}

/** A card with a title. `QueryPanel` is one that shows what a query has loaded. */
export function Panel(props: PanelProps) {
  const { id, title, lead, actions, isLoading = false, className = '', ref, children } = props
  const headingId = useId()
  const Heading = use(GroupContext) ? 'h3' : 'h2'
  return (
    <section
      id={id}
      ref={ref}
      {...(ref && { tabIndex: -1 })}
      aria-labelledby={headingId}
      aria-busy={isLoading}
      className={`outline-none ${className}`}
    >
      <Card>
        <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <Heading id={headingId} className="text-21">
              {title}
            </Heading>
            {lead && <div className="mt-1 text-ink-soft">{lead}</div>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
        {children}
      </Card>
    </section>
  )
}
