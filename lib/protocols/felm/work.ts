import { compileWork } from '@/lib/protocols/language/compile/compile-work'
import type { ProtocolWork, Stage } from '@/lib/protocols/protocol'
import { contentOf } from './content'
import { definition } from './definition'
import { errorTypeOf, errorTypes, ITEM, segmentsOf } from './labels'

const compiled = compileWork(definition)
const [stage] = compiled.stages

/** FELM's one stage: keep or remove, then each segment true or false. */
export const segmentsStage: Stage = {
  ...stage,
  // Links of the item and of its segments are stored under one name.
  questions: stage.questions.map((question) =>
    question.key === 'segmentLinks' ? { ...question, key: 'links' } : question,
  ),
  comparisons: [],
  // Page texts that came with the record are read by machines only.
  pageContent: (content) => ({ ...contentOf(content), refContents: [] }),
  // The item is called by its prompt, also where that is empty.
  units: (content, ...more) =>
    stage
      .units(content, ...more)
      .map((unit) => (unit.key === ITEM ? { ...unit, text: contentOf(content).prompt } : unit)),
  rollUp(subject, answers) {
    const { label, counts: _, ...own } = stage.rollUp(subject, answers)
    const types = segmentsOf(subject).map((unit) => errorTypeOf(subject, answers, unit))
    const errors = errorTypes.map((type) => [type, types.filter((each) => each === type).length])
    return { ...own, response: label ?? {}, errorTypes: Object.fromEntries(errors) }
  },
}

/** The types of errors with their words, in the order of the published tables. */
export const errorTypeOptions = segmentsStage.questions.find(({ key }) => key === 'errorType')?.options ?? []

/** Browser-safe part; prompts and formats stay out. */
export const felmWork: ProtocolWork = { ...compiled, stages: [segmentsStage] }
