import { Link } from 'react-router'
import { PersonName } from '../../../shared/people/person-name.tsx'
import { paths } from '../../../shared/routes/paths.ts'

/** A family's name, linked to their profile. */
export function FamilyLink({ id, name }: { id: number; name: string }) {
  return (
    <Link
      to={paths.caretaker(id)}
      className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 transition-colors hover:decoration-current"
    >
      <PersonName name={name} />
    </Link>
  )
}
