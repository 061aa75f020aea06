import type { AccessReason } from '@tendwell/contract/staff/staff-access'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ShowDialog } from './show-dialog.tsx'

interface ShowPanelProps {
  title: string
  lead?: ReactNode
  /** The button's text, and what its dialog asks. */
  label: string
  question: string
  show: (reason: AccessReason) => Promise<void>
  isShown: boolean
  /** Whether there is something to show. */
  canShow?: boolean
  children?: ReactNode
}

/**
 * A panel with something that is shown once staff say why they need it.
 * @see docs/rules/console.md#what-is-read-is-recorded
 */
export function ShowPanel(props: ShowPanelProps) {
  const { title, lead, label, question, show, isShown, canShow = true, children } = props
  const [isAsking, setAsking] = useState(false)
  const panel = useRef<HTMLElement>(null)
  // The button goes away with the dialog, so the panel takes its focus.
  useEffect(() => {
    if (isShown && !isAsking) panel.current?.focus({ preventScroll: true })
  }, [isShown, isAsking])
  return (
    <Panel
      ref={panel}
      title={title}
      lead={lead}
      actions={
        canShow &&
        !isShown && (
          <Button variant="secondary" size="small" onPress={() => setAsking(true)}>
            {label}
          </Button>
        )
      }
    >
      {children}
      {isAsking && <ShowDialog title={question} show={show} onClose={() => setAsking(false)} />}
    </Panel>
  )
}
