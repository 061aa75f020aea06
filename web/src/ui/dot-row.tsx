import { Fragment } from 'react'

/**
 * Short facts separated by dots. Lines break between facts and never begin or end with a dot: a dot at a
 * line's start is in the margin, which is clipped.
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
