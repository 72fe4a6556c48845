/** How labels are distributed: for each unit how often each value was given, out of how many who could have given one. */
import 'server-only'
import { shannonEntropy } from '@/lib/stats/shannon-entropy'
import type { ExportScope } from './export-scope'
import { type RatedTask, ratedTasks } from './rating-lines'

/** One unit under one measure. */
export interface Distribution {
  measure: string
  /** The item's position and the unit's key: "12/s3". */
  unit: string
  item: number
  domain: string | null
  stage: string
  /** Who could answer: everybody whose independent annotation of the task counts, by alias. */
  annotators: string[]
  /** Ratings of the unit; fewer than annotators where a question was not asked of all, or left blank. */
  ratings: number
  /** All values of the measure, of whole sets those that were given; the shares are the soft label. */
  labels: { value: string; count: number; share: number }[]
  /** Of the shares, in bits. */
  entropy: number
  /** As in the ratings. */
  released: 'yes' | 'no'
}

/** A sum may end differently with the order of rows; ten digits never do. */
const tenDigits = (value: number): number => Number(value.toFixed(10))

/** Everything of a task, in the order of measures and units. */
export function distributionsOf({ ratings, annotators, stage }: RatedTask): Distribution[] {
  return stage.measures.flatMap(({ key, categories, sets }) => {
    const here = ratings.filter(({ measure }) => measure === key)
    return [...new Set(here.map(({ unit }) => unit))].flatMap((unit) => {
      const unitRatings = here.filter((rating) => rating.unit === unit)
      const [first] = unitRatings
      if (!first) return []
      const counts = categories.map(({ value }) => unitRatings.filter((rating) => rating.value === value).length)
      return {
        measure: key,
        unit,
        item: first.item,
        domain: first.domain,
        stage: stage.key,
        annotators,
        ratings: unitRatings.length,
        labels: categories
          .map(({ value }, code) => {
            const count = counts[code] ?? 0
            return { value, count, share: tenDigits(count / unitRatings.length) }
          })
          .filter(({ count }) => !sets || count > 0),
        entropy: tenDigits(shannonEntropy(counts).value ?? 0),
        released: first.released,
      }
    })
  })
}

/** As JSON lines; in a release each says whether the gold of its task is in it. */
export async function* distributionLines(scope: ExportScope): AsyncGenerator<string> {
  for await (const batch of ratedTasks(scope)) {
    const lines = batch
      .flatMap(distributionsOf)
      .map(({ released, ...line }) => (scope.released ? { ...line, released } : line))
    if (lines.length > 0) yield lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  }
}
