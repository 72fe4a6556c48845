import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { HomeReview } from './home-review'

test.each([
  [0, 0, 'Nothing waits for your review.'],
  [1, 0, '1 task to settle waits for you.'],
  [0, 2, '2 tasks to approve wait for you.'],
  [1, 1, '1 task to settle and 1 task to approve wait for you.'],
])('%i to settle and %i to approve', (toSettle, toApprove, words) => {
  render(<HomeReview projectId="p" review={{ toSettle, toApprove }} stale={0} />)
  expect(screen.getByText(words)).toBeTruthy()
})
