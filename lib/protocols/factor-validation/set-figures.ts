/** The figures of a FACTOR file without a server: for the command line. Pure. */
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { CompositionPanel, GoldSummary, Json } from '@/lib/protocols/protocol'
import { composition } from './composition'
import { type CountedExample, countedExamples, meanAndDeviation, placed } from './composition/counted'
import { contentOf } from './content'
import { formats } from './formats'
import { VALIDATE } from './roll-up'
import { validateStage } from './stage'

/** Of one set: how many examples and contradictions, and their distances from the completion in whitespace words. */
export interface SetFigures {
  set: string
  examples: number
  contradictions: number
  editDistance: { mean: number | null; deviation: number | null }
}

/**
 * The sets of parsed records of any of the protocol's formats, by name. `unnamed`: the set of records that name none, such
 * as the file's name. Records that are none of this protocol's are left out.
 */
export function setFigures(records: Iterable<Json>, unnamed = 'file'): SetFigures[] {
  const examples = countedExamples(summariesOf(records, unnamed))
  const sets = [...new Set(examples.map(({ set }) => set))].toSorted()
  return sets.map((set) =>
    figuresOf(
      set,
      examples.filter((each) => each.set === set),
    ),
  )
}

function figuresOf(set: string, examples: readonly CountedExample[]): SetFigures {
  const distances = placed(examples).map(({ distance }) => distance)
  return { set, examples: examples.length, contradictions: distances.length, editDistance: meanAndDeviation(distances) }
}

/** The tables of the dataset page from a file; shares need records with answers. */
export const setPanels = (records: Iterable<Json>, unnamed = 'file'): CompositionPanel[] =>
  composition.panels(summariesOf(records, unnamed))

function summariesOf(records: Iterable<Json>, unnamed: string): GoldSummary[] {
  return Array.from(records).flatMap((json, index) => {
    const read = formats.find((format) => format.recognises(json))?.read(json)
    if (!read?.ok) return []
    const { content, answers } = read.record
    const stageAnswers = answers?.[VALIDATE] ?? {}
    const units = validateStage.units(content, [], {})
    const subject = withMadeUnits(validateStage, { content, units }, stageAnswers)
    const { set } = contentOf(content)
    return [
      {
        position: index + 1,
        content: { set: set ?? unnamed },
        stages: { [VALIDATE]: validateStage.rollUp(subject, stageAnswers) },
      },
    ]
  })
}
