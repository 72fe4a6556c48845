import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OwnCourse } from './own-course'

it('reads out that settled submissions are being compared, and that they are, and no count between', () => {
  const draw = (awaited: number) => <OwnCourse projectId="p" course={{ awaited, stages: [] }} />
  const { rerender } = render(draw(0))
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  rerender(draw(60))
  const begun = status.textContent
  expect(begun).toBe('Settled submissions are being compared with the gold.')
  expect(screen.getByText(/^60 settled submissions are still being compared/)).toBeTruthy()
  rerender(draw(35))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([begun])
  rerender(draw(0))
  expect(status.textContent).toBe('All are compared.')
})
