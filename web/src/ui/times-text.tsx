import { Fragment } from 'react'

/**
 * A text with times, such as `Tue, Dec 1, 9:00 AM – 12:00 PM and 2 more`. Its lines break between its parts,
 * not within a time.
 */
export function TimesText({ text }: { text: string }) {
  return text.split(/(?<=,) | (?=and )/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text don't move
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className="whitespace-nowrap">{part}</span>
    </Fragment>
  ))
}
