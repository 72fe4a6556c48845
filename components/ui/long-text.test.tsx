import { fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FIRST_PIECE, LongText } from './long-text'

test('a short text stands as it is', () => {
  const { container } = render(<LongText>{'So it is. '}</LongText>)
  expect(container.innerHTML).toBe('So it is. ')
})

test('of a long one its beginning is sent, cut between words, and every press shows more until all is there', () => {
  const text = Array.from({ length: 12_000 }, (_, index) => `word${index}`).join(' ')
  expect(renderToString(<LongText>{text}</LongText>).length).toBeLessThan(2 * FIRST_PIECE)
  const { container } = render(<LongText what="response">{text}</LongText>)
  const more = () => screen.queryByRole('button', { name: 'Show more of the response' })
  expect(container.firstChild?.textContent).toMatch(/^word0 .*word\d+ $/)
  for (let presses = 0; presses < 5 && more(); presses++) fireEvent.click(more() as HTMLElement)
  expect(more()).toBeNull()
  expect(container.textContent).toBe(text)
})

test('no character is cut in half', () => {
  const { container } = render(<LongText>{`a${'😀'.repeat(FIRST_PIECE)}`}</LongText>)
  expect(container.firstChild?.textContent?.isWellFormed()).toBe(true)
})
