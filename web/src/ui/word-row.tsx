import { Fragment } from 'react'

/** Several short texts in a line, such as times of day; a line breaks between them and never inside one. */
export function WordRow({ words }: { words: readonly string[] }) {
  return words.map((word, index) => (
    <Fragment key={word}>
      {index > 0 && ' '}
      <span className="whitespace-nowrap">
        {word}
        {index < words.length - 1 && ','}
      </span>
    </Fragment>
  ))
}
