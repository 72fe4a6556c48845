import { z } from 'zod'
import { workDefinition } from '@/lib/protocols/built-in-work'
import { compileWork } from '@/lib/protocols/language/compile/compile-work'
import type { Json, Option, ProtocolWork, Question, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { presentBeside, unitsBeside } from '@/lib/protocols/side-by-side/methods'
import { ITEM, LIST, type Side, sides, UNDECIDED } from './choices'
import { asText, contentOf, shows } from './content'
import { measures } from './measures'
import { tally } from './tally'
import work from './work.json' with { type: 'json' }

export const definition = workDefinition(work)
const compiled = compileWork(definition)
const [{ names: _, ...stage }] = compiled.stages
/** What the file calls a list, which expressions have another meaning for. */
const IN_FILE = 'extraction'

const isComparison = ({ content }: Subject): boolean => contentOf(content).variant === 'comparison'

const asInFile = ({ content, units }: Subject): Subject => ({
  content,
  units: units.map((unit) => (unit.kind === LIST ? { ...unit, kind: IN_FILE } : unit)),
})

const sideOption = (value: Side, key: string, place: string): Option => ({
  value,
  text: `List ${key}`,
  key,
  tone: 'neutral',
  definition: `The ${place}, has more of what can be verified and less of what cannot: opinions, advice, fiction, and statements that nobody could look up.`,
})
const sideOptions = [
  sideOption('left', '1', 'first list, left or above'),
  sideOption('right', '2', 'second list, right or below'),
]

/** The one stage: which of two lists is better, and was that hard to say? */
export const chooseStage: Stage = {
  ...stage,
  unitKinds: stage.unitKinds.map(({ kind, text }) => ({ kind: kind === IN_FILE ? LIST : kind, text })),
  questions: stage.questions.flatMap(asStored),
  measures,
  comparisons: [],
  measuredContent: ['variant', 'methods'],
  shuffles: LIST,
  shows,
  tally,
  units,
  check: (subject, answers) =>
    (stage.check?.(asInFile(subject), answers) ?? []).map((finding) => ({
      ...finding,
      question: isComparison(subject) ? 'compared' : 'better',
    })),
  rollUp: () => ({}),
}

/** Of a pick two questions are stored, one for each variant, whose answers are sides of the order as shown. */
function asStored({ picks, range: _, options = [], ...question }: Question): Question[] {
  const isAskedInFile: Question['asked'] = (subject, answers, unit) => question.asked(asInFile(subject), answers, unit)
  if (!picks) return [{ ...question, ...(options.length > 0 ? { options } : {}), asked: isAskedInFile }]
  const undecided = options.map((option) => ({ ...option, key: '3' }))
  return [
    {
      ...question,
      form: 'choice',
      options: sideOptions,
      schema: z.enum(sides),
      asked: (subject, ...more) => !isComparison(subject) && isAskedInFile(subject, ...more),
    },
    {
      ...question,
      key: 'compared',
      title: 'Better extraction',
      form: 'choice',
      options: [...sideOptions, ...undecided],
      schema: z.enum([...sides, UNDECIDED]),
      asked: (subject, ...more) => isComparison(subject) && isAskedInFile(subject, ...more),
    },
  ]
}

function units(content: Json): UnitDraft[] {
  const { question, text, cut, methods, lists } = contentOf(content)
  const item = { key: ITEM, kind: ITEM, text: question ?? text.slice(0, cut) }
  return unitsBeside(item, LIST, methods, lists.map(asText))
}

function present(content: Json) {
  const { methods, lists } = contentOf(content)
  return [...compiled.present(content), ...presentBeside('Lists of claims', methods, lists.map(asText))]
}

/** Browser-safe part; prompts and formats stay out. */
export const veriscorePreferenceWork: ProtocolWork = { ...compiled, present, stages: [chooseStage] }
