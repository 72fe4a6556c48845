import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chosenIn, textOfUnit } from './spans'

const TEXT = 'Gold is a heavy metal.'
const unit = { key: 's1', kind: 'sentence', text: TEXT }

function choose(from: [node: Node | null, offset: number], to: [node: Node | null, offset: number]) {
  const range = document.createRange()
  range.setStart(from[0] ?? document, from[1])
  range.setEnd(to[0] ?? document, to[1])
  window.getSelection()?.removeAllRanges()
  window.getSelection()?.addRange(range)
}

describe('chosenIn', () => {
  it('finds words chosen in the unit’s text, also across a mark, and none chosen elsewhere', () => {
    render(
      <div>
        <p>
          1. <span {...textOfUnit('s1')}>{['Gold is ', <mark key="mark">a heavy</mark>, ' metal.']}</span>
        </p>
        <p>Something else</p>
      </div>,
    )
    const [before, mark, behind] = [...(document.querySelector('[data-text-of]')?.childNodes ?? [])]
    choose([before ?? null, 5], [behind ?? null, 7])
    expect(chosenIn(unit)).toEqual({ start: 5, end: 22 })
    choose([mark?.firstChild ?? null, 1], [mark?.firstChild ?? null, 7])
    expect(chosenIn(unit)).toEqual({ start: 10, end: 15 })
    const other = screen.getByText('Something else').firstChild
    choose([other, 0], [other, 4])
    expect(chosenIn(unit)).toBeNull()
    window.getSelection()?.removeAllRanges()
    expect(chosenIn(unit)).toBeNull()
  })
})
