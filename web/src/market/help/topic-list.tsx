import { ChevronDown } from 'lucide-react'
import { useLocation } from 'react-router'
import type { Question, Topic } from './questions.tsx'

/** One topic and its questions. Each question opens its answer. */
export function TopicList({ topic }: { topic: Topic }) {
  const headingId = `${topic.id}-heading`
  return (
    <section id={topic.id} aria-labelledby={headingId} className="scroll-mt-6">
      <h2 id={headingId} className="text-28">
        {topic.title}
      </h2>
      <div className="mt-4 divide-y divide-line rounded-card border border-line bg-paper-raised px-5 shadow-soft sm:px-7">
        {topic.questions.map((item) => (
          <Disclosure key={item.question} {...item} />
        ))}
      </div>
    </section>
  )
}

/** Opened by a link to it. The native disclosure works with the keyboard, find-in-page and screen readers. */
function Disclosure({ id, question, answer }: Question) {
  const { hash } = useLocation()
  return (
    <details id={id} open={id !== undefined && hash === `#${id}`} className="group scroll-mt-6">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-control py-4 text-17 font-semibold transition-colors hover:text-forest [&::-webkit-details-marker]:hidden">
        {question}
        <ChevronDown className="size-5 shrink-0 text-gold-ink transition-transform group-open:rotate-180" />
      </summary>
      <p className="max-w-reading animate-appear pr-9 pb-5 text-17 text-ink-soft">{answer}</p>
    </details>
  )
}
