/** Stretches of a text: as stored (code points), as a field chooses them (UTF-16), as pieces to draw. */
import type { Answers, Json, Span, UnitDraft } from '@/lib/protocols/protocol'
import { codePointSlice, toCodePointOffset, toUtf16Offset } from '@/lib/text/code-points'

/** The answer to a question of form `span`; null where there is none. */
export function spanOf(answers: Answers, unit: string, question: string): Span | null {
  const value = answers[unit]?.[question]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { start, end } = value
  return typeof start === 'number' && typeof end === 'number' ? { start, end } : null
}

export const spanValue = ({ start, end }: Span): Json => ({ start, end })

/** A choice in a text (UTF-16 offsets) without blanks at its ends, in code points; null where nothing is left. */
export function spanFrom(text: string, start: number, end: number): Span | null {
  const chosen = text.slice(start, end)
  if (chosen.trim() === '') return null
  const from = start + chosen.length - chosen.trimStart().length
  const to = from + chosen.trim().length
  return { start: toCodePointOffset(text, from), end: toCodePointOffset(text, to) }
}

/** A choice made in a text field, where every line break counts as one: offsets of the field, not of the text. */
export function spanFromField(text: string, start: number, end: number): Span | null {
  return spanFrom(text, fromField(text, start), fromField(text, end))
}

/** The place in a text (UTF-16) that a field shows at an offset. Fields make one letter of a break of two. */
function fromField(text: string, offset: number): number {
  let position = 0
  for (let passed = 0; passed < offset && position < text.length; passed += 1)
    position += text.startsWith('\r\n', position) ? 2 : 1
  return position
}

/** The offset in a field (UTF-16) of a place in its text, in code points. */
export function toField(text: string, codePoint: number): number {
  return text.slice(0, toUtf16Offset(text, codePoint)).replaceAll('\r\n', '\n').length
}

/** The text before, in and behind a stretch of it; blanks at the ends of the stretch belong to what is around. */
export function spanPieces(text: string, { start, end }: Span): [before: string, marked: string, behind: string] {
  const stretch = codePointSlice(text, start, end)
  const from = codePointSlice(text, 0, start).length + stretch.length - stretch.trimStart().length
  const to = from + stretch.trim().length
  return [text.slice(0, from), text.slice(from, to), text.slice(to)]
}

/** What marks the text of a unit in the page, so that words chosen there can be found. */
export const textOfUnit = (unit: string) => ({ 'data-text-of': unit })

/** The words of a unit's text that are chosen in the page with the mouse or by touch; null where none are. */
export function chosenIn({ key, text }: UnitDraft): Span | null {
  const selection = window.getSelection()
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null
  const range = selection.getRangeAt(0)
  const home = [...document.querySelectorAll('[data-text-of]')].find(
    (element) => element.getAttribute('data-text-of') === key && element.contains(range.commonAncestorContainer),
  )
  if (!home) return null
  const before = document.createRange()
  before.setStart(home, 0)
  before.setEnd(range.startContainer, range.startOffset)
  const start = before.toString().length
  return spanFrom(text, start, start + range.toString().length)
}
