import { Avatar } from '../../ui/avatar.tsx'

/** A face, a name and an address, as they head a row. */
export function Person({ person }: { person: { full_name: string; email: string; avatar: string | null } }) {
  // Where it has to break, it breaks before its host.
  const mailbox = person.email.slice(0, person.email.lastIndexOf('@') + 1)
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={person.full_name} src={person.avatar} />
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{person.full_name}</span>
        <span className="block text-13 font-normal wrap-anywhere text-ink-soft">
          {mailbox}
          <wbr />
          {person.email.slice(mailbox.length)}
        </span>
      </span>
    </span>
  )
}
