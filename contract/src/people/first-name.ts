/** A name in which the family name comes first: one that is written in Han, Hangul or kana. */
const FAMILY_NAME_FIRST = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u
/** The first word, and after "and" or "&" the next one: the names of a couple. */
const FIRST_WORDS = /^\S+(?: (?:&|and) \S+)*/i
/** "The Okoro family", and a first word that is a title or an initial, or a family name before a comma. */
const NO_FIRST_NAME = /^(?:the \S|\S+[.,] )/i

/**
 * How a mail or a greeting addresses a person: by the first name, such as `Fay`, or `Anna & Tom`. The whole
 * name where no first name can be told from it: where the family name comes first, after a title, and in a
 * name of one word.
 * @see docs/rules/accounts.md#names
 */
export function toFirstName(fullName: string): string {
  if (FAMILY_NAME_FIRST.test(fullName) || NO_FIRST_NAME.test(fullName)) return fullName
  return FIRST_WORDS.exec(fullName)?.[0] ?? fullName
}
