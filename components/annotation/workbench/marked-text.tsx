import type { ReactNode } from 'react'

/** Blank space, the first character with all that combines with it, and the rest. */
const BEGINNING = /^(\s*)((?:\p{RI}{2}|\S(?:\p{M}|\p{EMod}|\u200d\S)*)?)(.*)$/su

/**
 * A mark and the text it belongs to. The mark stands on the line of the first letter, and so of the first word: a line
 * breaks before the mark, never between the two. Blank space before the text stays before the mark.
 */
export function MarkedText({ mark, text }: { mark: ReactNode; text: string }) {
  const [, blank = '', first = '', rest = ''] = BEGINNING.exec(text) ?? []
  return (
    <>
      {blank}
      <span className="whitespace-nowrap">
        {mark}
        {first}
      </span>
      {rest}
    </>
  )
}
