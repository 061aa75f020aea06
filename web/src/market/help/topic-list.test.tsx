import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render.tsx'
import { paths } from '../../shared/routes/paths.ts'
import { topics } from './questions.tsx'
import { TopicList } from './topic-list.tsx'

const isOpen = (question: string) => screen.getByText(question).closest('details')?.open

it('opens the answer that a link leads to, and no other', () => {
  renderPage(
    <div>
      {topics.map((topic) => (
        <TopicList key={topic.id} topic={topic} />
      ))}
    </div>,
    { route: paths.whyPayHere },
  )
  expect(isOpen('Why should I keep payments on Tendwell?')).toBe(true)
  expect(isOpen('Someone is bothering me. What can I do?')).toBe(false)
})
