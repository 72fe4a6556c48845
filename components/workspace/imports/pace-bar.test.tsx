import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PaceBar } from './pace-bar'

it('says 100 % of all of a file only', () => {
  const { rerender } = render(<PaceBar label="Writing" bytes={2_999_999} byteSize={3_000_000} />)
  const bar = () => screen.getByRole('progressbar', { name: 'Writing' })
  expect(bar().getAttribute('aria-valuetext')).toBe('99%')
  rerender(<PaceBar label="Writing" bytes={3_000_000} byteSize={3_000_000} />)
  expect(bar().getAttribute('aria-valuetext')).toBe('100%')
})
