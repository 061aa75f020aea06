import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { Link, useLocation } from 'react-router'
import { formatAge } from '../../../shared/people/child-age.ts'
import { addChildrenPath } from '../../../shared/routes/return-to.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FormError } from '../../../ui/form-error.tsx'

interface ChooseChildrenProps {
  family: OwnCaretakerProfile
  /** Ids of the chosen children. */
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
  error: string | undefined
}

/** The family's children, of whom any can be chosen. */
export function ChooseChildren({ family, chosen, onChange, error }: ChooseChildrenProps) {
  const { pathname, search } = useLocation()
  const choose = (id: number, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="font-semibold">Who needs care?</legend>
      {family.children.length === 0 ? (
        <p className="text-ink-soft">
          <Link to={addChildrenPath(pathname + search)} className="text-link">
            Add your children
          </Link>{' '}
          to your profile to choose them here.
        </p>
      ) : (
        <div className="grid gap-x-5 sm:grid-cols-2">
          {family.children.map(({ id, name, ...age }) => (
            <Checkbox key={id} value={chosen.includes(id)} onChange={(isChosen) => choose(id, isChosen)}>
              <span className="min-w-0 wrap-anywhere">
                {name} <span className="text-ink-soft">{formatAge(age)}</span>
              </span>
            </Checkbox>
          ))}
        </div>
      )}
      <FormError message={error} />
    </fieldset>
  )
}
