import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Stars } from './stars.tsx'

it.each([
  [1, 'Rated 4.0 of 5', '(1 review)'],
  [2, 'Rated 4.0 of 5', '(2 reviews)'],
])('says %i review or reviews to screen readers', (count, rating, reviews) => {
  const { container } = render(<Stars rating={4} decimals={1} count={count} isCompact />)
  expect(container).toHaveTextContent(rating)
  expect(container).toHaveTextContent(reviews)
})
