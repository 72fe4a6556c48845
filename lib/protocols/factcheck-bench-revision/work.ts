import { z } from 'zod'
import { workDefinition } from '@/lib/protocols/built-in-work'
import { compileWork } from '@/lib/protocols/language/compile/compile-work'
import type {
  Answers,
  Finding,
  Json,
  ProtocolWork,
  Question,
  Stage,
  Subject,
  UnitDraft,
} from '@/lib/protocols/protocol'
import { presentBeside, sameText, unitsBeside } from '@/lib/protocols/side-by-side/methods'
import { chosenKeys, ITEM, MOST_REVISIONS, optionsOf, REVISION } from './choices'
import { contentOf, shows } from './content'
import { measures, sameChoice } from './measures'
import { tally } from './tally'
import work from './work.json' with { type: 'json' }

export const definition = workDefinition(work)
const compiled = compileWork(definition)
const [{ names: _, ...stage }] = compiled.stages

/** Keys of revisions, in the order in which they were chosen. */
const keysSchema = z
  .array(z.string().min(1).max(100))
  .min(1)
  .max(MOST_REVISIONS)
  .refine((keys) => new Set(keys).size === keys.length, 'Choose each revision once.')

/** The one stage: which of the revisions is the best? One person of the project's annotators for each item. */
export const preferStage: Stage = {
  ...stage,
  questions: stage.questions.map(asStored),
  measures,
  comparisons: [sameChoice],
  measuredContent: ['methods'],
  shows,
  tally,
  units,
  check,
  rollUp: () => ({}),
}

/** What was chosen is stored as before there were picks, and the form has keys of its own. */
function asStored({ picks, range: _, ...question }: Question): Question {
  return picks ? { ...question, schema: keysSchema } : question
}

function check(subject: Subject, answers: Answers): Finding[] {
  const found = stage.check?.(subject, answers) ?? []
  if (found.length > 0) return found
  const keys = chosenKeys(answers)
  const [first, ...more] = optionsOf(subject).filter(({ key }) => keys.includes(key))
  if (more.every(({ text }) => sameText(text, first?.text ?? ''))) return []
  const message = 'Several revisions can be the best only if their texts are the same. Choose one of them.'
  return [{ unit: ITEM, question: 'best', message }]
}

function units(content: Json): UnitDraft[] {
  const { prompt, methods, revisions } = contentOf(content)
  return unitsBeside({ key: ITEM, kind: ITEM, text: prompt }, REVISION, methods, revisions)
}

function present(content: Json) {
  const { humanRevision, methods, revisions } = contentOf(content)
  return [
    ...compiled.present(content),
    ...(humanRevision === null ? [] : [{ title: 'Revision by people', text: humanRevision }]),
    ...presentBeside('Revisions', methods, revisions),
  ]
}

/** Browser-safe part; prompts and formats stay out. */
export const factcheckBenchRevisionWork: ProtocolWork = { ...compiled, present, stages: [preferStage] }
