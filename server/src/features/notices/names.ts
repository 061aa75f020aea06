import { toFirstName } from '@tendwell/contract/people/first-name'
import { FORMER_MEMBER } from '../../personal-data/classification.ts'
import type { NoticeContent } from './content.ts'

/**
 * A placeholder that names a person in a text by id. The text is stored with the placeholder, and gets the
 * name that the person has when it is read.
 * @see docs/rules/chat-and-notifications.md#names-in-notifications
 */
export const namePlaceholder = (userId: number) => `⟦${userId}⟧`

/** Like `namePlaceholder`, for a text that has no more than the first name. */
export const firstNamePlaceholder = (userId: number) => `⟦${userId} first⟧`

/**
 * In the subject of a mail: the day on which the first visit of its facts begins, in the reader's zone, such as
 * `Dec 15`.
 */
export const VISIT_DAY = '⟦day⟧'

const PLACEHOLDER = /⟦(\d+)( first)?⟧/g

/** The first name within a sentence, of a person who may be erased; of a family, `the Okoro family`. */
export const toShownFirstName = (name: string) =>
  name === FORMER_MEMBER ? 'a former member' : toFirstName(name).replace(/^The /, 'the ')

/** The payload's fields that hold one name each. */
const NAME_FIELDS = ['caretaker_name', 'caregiver_name', 'admin_name'] as const

/**
 * The ids of the people whom a notice may name. Placeholders elsewhere in the text don't count, because a
 * user may have typed them.
 */
export function listNamedIds({ payload, alsoNamed = [] }: NoticeContent): number[] {
  const matches = NAME_FIELDS.flatMap((field) => [...(payload[field] ?? '').matchAll(PLACEHOLDER)])
  return [...new Set([...matches.map(([, id]) => Number(id)), ...alsoNamed])]
}

/**
 * Replaces the placeholders of a text by names.
 * @param names by id, of the people whom the text may name; placeholders of others stay
 */
export function fillNames(text: string, names: ReadonlyMap<number, string>): string {
  return text.replace(PLACEHOLDER, (placeholder, id, isFirstOnly, position) => {
    const name = names.get(Number(id)) ?? placeholder
    if (!isFirstOnly || name === placeholder) return name
    const firstName = toShownFirstName(name)
    return position === 0 ? `${firstName[0]?.toUpperCase()}${firstName.slice(1)}` : firstName
  })
}
