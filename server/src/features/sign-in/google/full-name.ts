import { nameSchema } from '@tendwell/contract/people/names'

const FALLBACK = 'New member'

/**
 * The name of a new account: Google's, or as many of its words as make a valid name, or else 'New member'.
 * @see docs/rules/accounts.md#names
 */
export function toFullName(name: string): string {
  const schema = nameSchema()
  const parse = (text: string) => schema.safeParse(text).data
  return parse(name) ?? keepValidWords(name, parse) ?? FALLBACK
}

/** Joins the words of a name, and skips each that would make it invalid; undefined if none is left. */
function keepValidWords(name: string, parse: (text: string) => string | undefined): string | undefined {
  let kept: string | undefined
  for (const word of name.split(/[\s\p{Cc}]+/u)) kept = parse(kept ? `${kept} ${word}` : word) ?? kept
  return kept
}
