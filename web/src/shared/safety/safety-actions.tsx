import { Ban, Flag } from 'lucide-react'
import type { MenuAction } from '../../ui/action-menu.tsx'
import type { Person, useSafetyDialogs } from './use-safety-dialogs.tsx'

interface SafetyActionsOptions {
  person: Person
  hasBlocked: boolean
  /** False if there is nothing between the two yet. */
  canBlock: boolean
  safety: ReturnType<typeof useSafetyDialogs>
}

/** A menu's actions to block or unblock a person and to report them. */
export function toSafetyActions({
  person,
  hasBlocked,
  canBlock,
  safety,
}: SafetyActionsOptions): MenuAction[] {
  const icon = <Ban />
  const name = person.full_name
  const block = { id: 'block', label: `Block ${name}`, icon, onSelect: safety.block }
  const unblock = { id: 'unblock', label: `Unblock ${name}`, icon, onSelect: safety.unblock }
  return [
    ...(hasBlocked ? [unblock] : canBlock ? [block] : []),
    {
      id: 'report',
      label: `Report ${name}`,
      icon: <Flag />,
      onSelect: () => safety.report({ kind: 'profile', id: person.id }),
    },
  ]
}
