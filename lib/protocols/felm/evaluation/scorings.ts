import { z } from 'zod'
import { detectionScoring } from '@/lib/protocols/evaluating/detection'
import type { Baseline, PublishedRows, Scored, Scoring } from '@/lib/protocols/evaluation'
import { parameterOption } from '@/lib/protocols/parameter-option'
import { responseFactual } from '@/lib/stats/response-factual'

export const felmParameters = z.object({
  abstentions: z
    .union([parameterOption('out', 'Are left out'), parameterOption('true', 'Count as true, as in FELM’s script')])
    .default('out')
    .meta({ title: 'Abstentions', description: 'How a segment counts on which a system gave no verdict.' }),
})

const ERROR = { value: false, text: 'Error', other: 'Correct' }

const baselines: readonly Baseline[] = [
  { key: 'all', title: 'Flags everything', value: () => false },
  { key: 'none', title: 'Flags nothing', value: () => true },
]

/** A response is wrong if any of its segments is. Where none is called wrong and one was passed over, there is no verdict. */
function fold(parts: readonly Scored[]): Scored | null {
  const [first] = parts
  if (!first) return null
  const all = (said: 'gold' | 'value') =>
    responseFactual(
      parts.map(({ [said]: value }) => (typeof value === 'boolean' ? value : null)),
      'unknown',
    )
  return { gold: all('gold'), value: all('value'), strata: first.strata }
}

/** FELM 4.1: positive class is the error; by segment and by response. `published`: of segments, where abstentions are left out. */
export function felmScorings(
  parameters: Readonly<Record<string, unknown>>,
  published: PublishedRows,
): [Scoring, Scoring] {
  const isTrue = felmParameters.parse(parameters).abstentions === 'true'
  const counts = isTrue ? 'An abstention counts as true.' : 'Abstentions are left out.'
  const scoring = (head: Parameters<typeof detectionScoring>[0]) =>
    detectionScoring(head, ERROR, isTrue ? true : null, baselines)
  return [
    scoring({
      key: 'segment',
      title: 'Segments',
      description: `Errors found among segments; the positive class is the error (FELM 4.1). ${counts}`,
      unitOfAnalysis: 'segment',
      level: 'unit',
      ...(isTrue ? {} : { published }),
    }),
    scoring({
      key: 'response',
      title: 'Responses',
      description: `Wrong responses found; a response is wrong if any of its segments is, in the gold and as the system says (FELM 4.1). Responses of which the system left out a segment are not counted. ${counts}`,
      unitOfAnalysis: 'response',
      level: 'item',
      fold,
    }),
  ]
}
