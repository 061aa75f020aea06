import { Fragment } from 'react'

/** Short texts separated by commas, such as times. Lines break between them, never inside one. */
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
