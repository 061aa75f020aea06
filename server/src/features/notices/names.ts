import { FORMER_MEMBER } from '../../personal-data/classification.ts'
import type { NoticeContent } from './content.ts'

/**
 * Names a person in a text by their id. The text is stored so, and has the name they bear when it is read.
 * @see docs/rules/chat-and-notifications.md#names-in-notifications
 */
export const namePlaceholder = (userId: number) => `⟦${userId}⟧`

/** Like `namePlaceholder`, for what says no more than the first name. */
export const firstNamePlaceholder = (userId: number) => `⟦${userId} first⟧`

const MARK = /⟦(\d+)( first)?⟧/g

/** The payload's fields that hold one name each. */
const NAME_FIELDS = ['caretaker_name', 'caregiver_name', 'admin_name'] as const

/** The ids of the people whom a notice may name. Somebody who types a mark names nobody else with it. */
export function listNamedIds({ payload, alsoNamed = [] }: NoticeContent): number[] {
  const marked = NAME_FIELDS.flatMap((field) => [...(payload[field] ?? '').matchAll(MARK)])
  return [...new Set([...marked.map(([, id]) => Number(id)), ...alsoNamed])]
}

/** @param names by id, of the people whom the text may name */
export function fillNames(text: string, names: ReadonlyMap<number, string>): string {
  return text.replace(MARK, (mark, id, first) => {
    const name = names.get(Number(id)) ?? mark
    return first && name !== mark ? toFirstName(name) : name
  })
}

const toFirstName = (name: string) =>
  name === FORMER_MEMBER ? 'a former member' : (name.split(' ')[0] ?? name)
