import { CARE_CATEGORIES } from '@tendwell/contract/reference'
import { ArrowLeft, ArrowRight, Search } from 'lucide-react'
import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'
import { buttonClass } from '../../../ui/button-style.ts'
import { CategoryCard } from './category-card.tsx'
import { SectionHeading } from './section-heading.tsx'
import { useStrip } from './use-strip.ts'

const arrow =
  'inline-flex size-12 items-center justify-center rounded-full border border-edge bg-paper-raised text-forest ' +
  'transition-[background-color,border-color,opacity] enabled:hover:border-forest enabled:hover:bg-sage ' +
  'disabled:opacity-40'

/** The categories as cards that scroll sideways and filter by name. @see docs/rules/README.md#screens */
export function CategoryCarousel() {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const query = text.trim().toLowerCase()
  const found = CARE_CATEGORIES.filter((category) => category.toLowerCase().includes(query))
  const { stripProps, scroll, isDragging, isAtStart, isAtEnd } = useStrip(found.length)
  const left = useRef<HTMLButtonElement>(null)
  const right = useRef<HTMLButtonElement>(null)

  // Some browsers take the focus from an arrow as soon as it is disabled, so it has to be known before.
  const focused = useRef<HTMLButtonElement>(null)
  const noteFocus = {
    onFocus: ({ currentTarget }: FocusEvent<HTMLButtonElement>) => {
      focused.current = currentTarget
    },
    onBlur: () => {
      focused.current = null
    },
  }

  // A disabled arrow would lose the focus, so it moves to the other one.
  useLayoutEffect(() => {
    const { current } = focused
    if (isAtEnd && current === right.current) left.current?.focus({ preventScroll: true })
    if (isAtStart && current === left.current) right.current?.focus({ preventScroll: true })
  }, [isAtStart, isAtEnd])

  const showAll = () => {
    setText('')
    input.current?.focus()
  }

  return (
    <section id="categories" aria-label="Categories of Care" className="pb-12 lg:pb-24">
      <div className="page-width grid items-end gap-6 md:grid-cols-[1fr_auto]">
        <SectionHeading eyebrow="For every stage of family life" title="Categories of Care" />
        <div className="flex items-center gap-3">
          <label className="relative flex-1 md:w-64 md:flex-none">
            <span className="sr-only">Search categories</span>
            <Search className="pointer-events-none absolute top-1/2 left-4 size-4 -translate-y-1/2 text-ink-soft" />
            <input
              ref={input}
              type="search"
              value={text}
              onChange={(event) => setText(event.target.value)}
              placeholder="Search categories"
              maxLength={60}
              className="min-h-12 w-full rounded-full border border-edge bg-paper-raised pr-4 pl-10"
            />
          </label>
          <button
            ref={left}
            type="button"
            aria-label="Previous categories"
            disabled={isAtStart}
            {...noteFocus}
            onClick={() => scroll(-1)}
            className={arrow}
          >
            <ArrowLeft className="size-5" />
          </button>
          <button
            ref={right}
            type="button"
            aria-label="Next categories"
            disabled={isAtEnd}
            {...noteFocus}
            onClick={() => scroll(1)}
            className={arrow}
          >
            <ArrowRight className="size-5" />
          </button>
        </div>
      </div>
      <p role="status" className="sr-only">
        {query && found.length > 0 ? `${found.length} of ${CARE_CATEGORIES.length} categories` : ''}
      </p>
      {found.length > 0 ? (
        <ul
          {...stripProps}
          className={`page-inset mt-6 flex scroll-px-10 gap-4 overflow-x-auto pt-3 pb-8 [scrollbar-width:none] ${
            isDragging ? 'cursor-grabbing select-none [&_a]:pointer-events-none' : ''
          }`}
        >
          {found.map((category) => (
            <li key={category} className="shrink-0">
              <CategoryCard category={category} />
            </li>
          ))}
        </ul>
      ) : (
        <div role="status" className="page-width mt-6">
          <div className="flex min-h-[262px] flex-col items-center justify-center rounded-card border border-dashed border-edge px-6 text-center">
            <p className="font-display text-21">No categories found</p>
            <p className="mt-1 text-ink-soft">Try adjusting your search term to find categories.</p>
            <button type="button" onClick={showAll} className={`${buttonClass({ variant: 'quiet' })} mt-4`}>
              Show all categories
            </button>
          </div>
        </div>
      )}
    </section>
  )
}
