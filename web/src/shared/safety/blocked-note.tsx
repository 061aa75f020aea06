import { type Person, useSafetyDialogs } from './use-safety-dialogs.tsx'

/** Says to the one who blocked a person that they did, with a way to lift the block. */
export function BlockedNote({ person }: { person: Person }) {
  const safety = useSafetyDialogs(person)
  return (
    <>
      You blocked {person.full_name}.{' '}
      <button
        type="button"
        onClick={safety.unblock}
        className="min-h-11 rounded-control px-1 font-semibold text-forest hover:underline"
      >
        Unblock
      </button>
      {safety.dialogs}
    </>
  )
}
