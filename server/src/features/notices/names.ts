import { toFirstName } from '@tendwell/contract/people/first-name'
import { shortenName } from '@tendwell/contract/people/names'
import { toPublicName } from '@tendwell/contract/people/public-name'
import { FORMER_MEMBER } from '../../personal-data/classification.ts'
import type { NoticeContent } from './content.ts'

/**
 * A placeholder that names a person in a text by id. The text is stored with the placeholder, and gets the
 * name that the person has when it is read.
 * @see docs/rules/chat-and-notifications.md#names-in-notifications
 */
export const namePlaceholder = (userId: number) => `⟦${userId}⟧`

/**
 * Like `namePlaceholder`, for a short text about somebody whom the reader deals with: it has the first name, or
 * the whole one where no first name can be told from it (`toFirstName`).
 */
export const firstNamePlaceholder = (userId: number) => `⟦${userId} first⟧`

/** Like `namePlaceholder`, for a reader who may be a stranger to the person: it has the name of `toPublicName`. */
export const publicNamePlaceholder = (userId: number) => `⟦${userId} public⟧`

/**
 * In the subject of a mail: the day on which the first visit of its facts begins, in the reader's zone, such as
 * `Dec 15`.
 */
export const VISIT_DAY = '⟦day⟧'

const PLACEHOLDER = /⟦(\d+)(?: (first|public))?⟧/g

/** How many letters of a short name a subject shows: mailboxes cut long subjects. */
const SHORT_LENGTH = 40

/** A name within a sentence: `the Okoro family`. */
export const toNameInSentence = (name: string) => name.replace(/^The /, 'the ')

/**
 * A short name within a sentence, of a person who may be erased; of a family, `the Okoro family`. Cut after
 * `SHORT_LENGTH`.
 */
const shortenInSentence = (name: string, shorten: (name: string) => string) =>
  name === FORMER_MEMBER ? 'a former member' : toNameInSentence(shortenName(shorten(name), SHORT_LENGTH))

/** The first name within a sentence. @see `firstNamePlaceholder` */
export const toShownFirstName = (name: string) => shortenInSentence(name, toFirstName)

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
  return text.replace(PLACEHOLDER, (placeholder, id, form, position) => {
    const name = names.get(Number(id)) ?? placeholder
    if (name === placeholder) return name
    const isFirstWord = /(^|[.!?]\s|\n)$/.test(text.slice(0, position))
    if (!form) return isFirstWord ? name : toNameInSentence(name)
    const shortName = shortenInSentence(name, form === 'first' ? toFirstName : toPublicName)
    return isFirstWord ? `${shortName[0]?.toUpperCase()}${shortName.slice(1)}` : shortName
  })
}
