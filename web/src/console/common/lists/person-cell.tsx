import { Avatar } from '../../../ui/avatar.tsx'
import { PersonLink } from './record-links.tsx'

/** A person's picture, name and email in a table. The name leads to their record. */
export function PersonCell({
  person,
}: {
  person: { id: number; full_name: string; email: string; avatar: string | null }
}) {
  // A long address wraps before its domain.
  const mailbox = person.email.slice(0, person.email.lastIndexOf('@') + 1)
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={person.full_name} src={person.avatar} />
      <span className="min-w-0">
        <span className="block font-semibold">
          <PersonLink person={{ id: person.id, name: person.full_name }} />
        </span>
        <span className="block text-13 font-normal wrap-anywhere text-ink-soft">
          {mailbox}
          <wbr />
          {person.email.slice(mailbox.length)}
        </span>
      </span>
    </span>
  )
}
