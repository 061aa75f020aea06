import { formatInstant } from '../../lib/format/format.ts'

interface Answer {
  id: number
  text: string
  answered_at: string
}

interface QuestionThreadProps {
  /** Whom it was asked, or who asked: 'To Nora Lind'. */
  asked: string
  /** Who answers: 'Nora Lind' or 'You'. */
  answered: string
  question: { text: string; asked_at: string; answers: readonly Answer[] }
  /** Shown without an answer. */
  empty: string
}

/** A question with the answers to it. */
export function QuestionThread({ asked, answered, question, empty }: QuestionThreadProps) {
  const { text, asked_at: askedAt, answers } = question
  return (
    <>
      <Entry who={asked} at={askedAt} text={text} className="font-medium" />
      <div className="mt-3 flex flex-col gap-3 border-l-2 border-line pl-4">
        {answers.length === 0 && <p className="text-ink-soft">{empty}</p>}
        {answers.map(({ id, text: answer, answered_at: at }) => (
          <Entry key={id} who={answered} at={at} text={answer} />
        ))}
      </div>
    </>
  )
}

interface EntryProps {
  who: string
  at: string
  text: string
  className?: string
}

function Entry({ who, at, text, className = '' }: EntryProps) {
  return (
    <div>
      <p className="text-13 text-ink-soft">
        {who} · <time dateTime={at}>{formatInstant(at)}</time>
      </p>
      <p className={`whitespace-pre-wrap wrap-anywhere ${className}`}>{text}</p>
    </div>
  )
}
