import { ActionMenu } from '../../ui/action-menu.tsx'
import { toSafetyActions } from './safety-actions.tsx'
import { type Person, useSafetyDialogs } from './use-safety-dialogs.tsx'

/** Three dots beside the other side of a request or booking, to block, unblock or report them. */
export function PersonMenu({ person, hasBlocked }: { person: Person; hasBlocked: boolean }) {
  const safety = useSafetyDialogs(person)
  return (
    <>
      <ActionMenu
        label={`More about ${person.full_name}`}
        actions={toSafetyActions({ person, hasBlocked, canBlock: true, safety })}
      />
      {safety.dialogs}
    </>
  )
}
