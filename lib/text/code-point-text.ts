/** A text of which many parts are taken by code points: they are found in it once, when they are first needed. */
import { codePoints } from './code-points'

export class CodePointText {
  private pointsOnce: readonly string[] | null = null

  constructor(readonly text: string) {}

  /** The code points of the text. */
  get points(): readonly string[] {
    this.pointsOnce ??= codePoints(this.text)
    return this.pointsOnce
  }

  /** The part from code point `start` up to, not including, `end`. */
  slice(start: number, end: number): string {
    return this.points.slice(start, end).join('')
  }
}
