'use client'
import { type ReactNode, useState } from 'react'
import { Button } from './button'

/** So many characters are drawn at first, and so many more with every "Show more". */
export const FIRST_PIECE = 8_000
const NEXT_PIECE = 40_000

const NUMBERS = new Intl.NumberFormat('en')

interface LongTextProps {
  children: string
  /** What it is, for the button: "response". */
  what?: string
}

/** A text of any length: its beginning, and more of it at every press of a button, so that the page stays one that can be read. */
export function LongText({ children, what = 'text' }: LongTextProps) {
  const { shown, more } = useLongText(children, what)
  return (
    <>
      {shown}
      {more}
    </>
  )
}

/** The same for those who draw the text themselves: what of it is shown, and the button that shows more; null at its end. */
export function useLongText(text: string, what = 'text'): { shown: string; more: ReactNode } {
  const [drawn, setDrawn] = useState(FIRST_PIECE)
  if (text.length <= drawn) return { shown: text, more: null }
  const end = endOfPiece(text, drawn)
  const more = (
    <span dir="ltr" className="mt-2 block whitespace-normal">
      <Button size="sm" className="pointer-coarse:min-h-11" onClick={() => setDrawn(drawn + NEXT_PIECE)}>
        Show more of the {what}
      </Button>
      <span className="ms-2 text-muted text-sm">
        {`${NUMBERS.format(end)} of ${NUMBERS.format(text.length)} characters are shown.`}
      </span>
    </span>
  )
  return { shown: text.slice(0, end), more }
}

/** At the last space before, where one is near; never within a character. */
function endOfPiece(text: string, most: number): number {
  const near = text.slice(most - 200, most)
  const space = Math.max(near.lastIndexOf(' '), near.lastIndexOf('\n'))
  if (space >= 0) return most - 200 + space + 1
  return /[\ud800-\udbff]$/.test(near) ? most - 1 : most
}
