import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MarkedText } from './marked-text'

function draw(text: string) {
  const { container } = render(<MarkedText mark={<b>1</b>} text={text} />)
  const together = container.querySelector('.whitespace-nowrap')?.textContent
  return { whole: container.textContent, together }
}

describe('a mark in the text', () => {
  it.each([
    ['The ice floats.', '1T', '1The ice floats.'],
    // A list's number begins on a line of its own, and so does its mark.
    ['\n\n2. It sinks.', '12', '\n\n12. It sinks.'],
    ['e\u0301cole', '1e\u0301', '1e\u0301cole'],
    ['👩‍🔬 measured it.', '1👩‍🔬', '1👩‍🔬 measured it.'],
    ['🇩🇪🇫🇷', '1🇩🇪', '1🇩🇪🇫🇷'],
    ['水は', '1水', '1水は'],
    ['', '1', '1'],
  ])('stands on the line of the first letter of %j', (text, together, whole) => {
    expect(draw(text)).toEqual({ whole, together })
  })
})
