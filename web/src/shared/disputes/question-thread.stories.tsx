import { QuestionThread } from './question-thread.tsx'

export default { component: QuestionThread }

const question = { text: 'When did you arrive?\nAnd when did you leave?', asked_at: '2026-06-01T12:00:00Z' }

export const Answered = () => (
  <QuestionThread
    asked="To Nora Lind"
    answered="Nora Lind"
    question={{
      ...question,
      answers: [
        { id: 1, text: 'At nine, as agreed.', answered_at: '2026-06-01T13:00:00Z' },
        { id: 2, text: 'I left at eleven.', answered_at: '2026-06-01T13:05:00Z' },
      ],
    }}
    empty="No answer yet."
  />
)

export const Unanswered = () => (
  <QuestionThread
    asked="To Nora Lind"
    answered="Nora Lind"
    question={{ ...question, answers: [] }}
    empty="No answer yet."
  />
)
