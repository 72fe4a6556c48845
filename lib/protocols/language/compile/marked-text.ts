import { CutText } from '@/lib/protocols/clean-marks'
import type { Definition } from '@/lib/protocols/language/definition'
import type { CodePointText } from '@/lib/text/code-point-text'
import { OffsetsOf } from '@/lib/text/offset-units'

/**
 * The text that is marked, and how the record counts its offsets. What is computed from the whole text is computed when it is first needed
 * and kept, so that the answers of many annotators about one text cut it once.
 */
export class MarkedText {
  private cutOnce: CutText | null = null
  private placesOnce: OffsetsOf | null = null

  constructor(
    private readonly whole: CodePointText,
    readonly offsets: NonNullable<Definition['record']['offsets']>,
  ) {}

  get text(): string {
    return this.whole.text
  }

  /** The code points of the text. */
  get points(): readonly string[] {
    return this.whole.points
  }

  /** The code points, as marks are cleaned in them. */
  get cut(): CutText {
    this.cutOnce ??= new CutText(this.points)
    return this.cutOnce
  }

  /** The part from code point `start` up to, not including, `end`. */
  slice(start: number, end: number): string {
    return this.whole.slice(start, end)
  }

  /** The offsets of the record. */
  get places(): OffsetsOf {
    this.placesOnce ??= new OffsetsOf(this.text, this.offsets.unit)
    return this.placesOnce
  }
}
