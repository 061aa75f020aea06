import { shortenName } from '@tendwell/contract/people/names'

/** So long that it would push a table or a row apart. */
const LONG_WORD = /\S{21}/

/** A person's name in lists, cards and tables: a very long one is cut, and its title is all of it. */
export function PersonName({ name }: { name: string }) {
  const shown = shortenName(name)
  return (
    <span
      {...(shown !== name && { title: name })}
      className={LONG_WORD.test(shown) ? 'wrap-anywhere' : undefined}
    >
      {shown}
    </span>
  )
}
