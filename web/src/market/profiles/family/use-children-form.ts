import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { SCREEN_PAGE_SIZES } from '@tendwell/contract/reference'
import { flushSync } from 'react-dom'
import { useFieldArray } from 'react-hook-form'
import { usePages } from '../../../lib/address/use-pages.ts'
import { childrenForm, newChild, toChildrenValues } from '../../../shared/people/children-values.ts'
import { useSaveCaretakerProfileMutation } from '../../../shared/people/own-profile-api.ts'
import { useSavedForm } from '../use-saved-form.ts'

const pageSize = SCREEN_PAGE_SIZES.children

/** The children as a form with pages. Saving includes the children on other pages. */
export function useChildrenForm(profile: OwnCaretakerProfile) {
  const [save] = useSaveCaretakerProfileMutation()
  const { form, isDirty, ...submission } = useSavedForm({
    schema: childrenForm,
    saved: profile,
    toValues: toChildrenValues,
    save: (body) => save(body).unwrap(),
    success: 'Children saved',
    failure: 'Failed to save children',
    onInvalid: () => showFirstInvalid(),
  })
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'children' })
  const { shown, pagination } = usePages(
    fields.map(({ id }, index) => ({ id, index })),
    pageSize,
  )

  const goTo = (index: number) => flushSync(() => pagination.onPage(Math.floor(index / pageSize) + 1))

  /** Opens the page of the first invalid child and focuses its field. */
  const showFirstInvalid = () => {
    const errors = form.getFieldState('children').error
    const index = Array.isArray(errors) ? errors.findIndex(Boolean) : -1
    if (index < 0) return
    goTo(index)
    const names = ['name', 'month', 'year', 'age', 'age_months', 'due_date', 'notes'] as const
    const part = names.find((name) => errors?.[index]?.[name]) ?? 'age'
    form.setFocus(`children.${index}.${part}`)
  }
  const add = () => {
    const index = fields.length
    append(newChild, { shouldFocus: false })
    goTo(index)
    form.setFocus(`children.${index}.name`)
  }
  return {
    form,
    isDirty,
    ...submission,
    add,
    remove,
    shown,
    pagination,
  }
}
