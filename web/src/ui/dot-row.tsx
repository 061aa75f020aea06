import { Fragment } from 'react'

/**
 * Short facts in a line with dots between them. A line breaks between facts, and no dot begins or ends one: those at a
 * line's start lie in the margin, which is cut off.
 */
export function DotRow({ words }: { words: readonly string[] }) {
  return (
    <span className="block overflow-hidden">
      <span className="-ml-4 flex flex-wrap">
        {words.map((word) => (
          <Fragment key={word}>
            {' '}
            <span className="relative pl-4 before:absolute before:left-1.5 before:content-['·']">{word}</span>
          </Fragment>
        ))}
      </span>
    </span>
  )
}
