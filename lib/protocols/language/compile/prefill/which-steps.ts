/** Which steps of pre-fill a file has: those that it names, or every one that its questions allow. */
import {
  type Definition,
  ITEM,
  type PrefillStepDefinition,
  placeQuestionOf,
  type QuestionDefinition,
  type StageDefinition,
} from '@/lib/protocols/language/definition'

/** The first step of a stage that judges, where the file names none. */
const judgeStep = (stage: string): string => `judge-${stage}`

export const isStageJudge = ({ id, stage }: Pick<PrefillStepDefinition, 'id' | 'stage'>): boolean =>
  id === judgeStep(stage)

/** Numbers and written words have no values that a judge could choose from, and what is everybody's own is not proposed. */
export const isJudged = ({ form, settle }: Pick<QuestionDefinition, 'form' | 'settle'>): boolean =>
  settle !== 'aside' && ['choice', 'flag', 'scale', 'set', 'pick'].includes(form)

/** Is it asked about what annotators list in the same stage, which is not there before they do? */
export const isAboutListed = ({ on }: QuestionDefinition, { questions }: Pick<StageDefinition, 'questions'>): boolean =>
  questions.some(({ list }) => list?.of === on)

/** All that a judge could answer in a stage before anybody lists anything. */
export const allJudged = (stage: StageDefinition): QuestionDefinition[] =>
  stage.questions.filter((question) => isJudged(question) && !isAboutListed(question, stage))

export const prefillSteps = (definition: Pick<Definition, 'prefill' | 'stages'>): readonly PrefillStepDefinition[] =>
  definition.prefill ?? definition.stages.flatMap(standardSteps)

/**
 * In the order of the questions, as people answer them: conditions look back only, and what is judged behind a list is judged by its entries.
 * Questions that follow each other are judged in one step.
 */
function standardSteps(stage: StageDefinition): PrefillStepDefinition[] {
  const steps: PrefillStepDefinition[] = []
  let judged: string[] = []
  const judge = () => {
    const [first] = judged
    if (first === undefined) return
    const isFirst = steps.every(({ does }) => does !== 'judge')
    const id = isFirst ? judgeStep(stage.id) : `${judgeStep(stage.id)}-${first}`
    steps.push({ id, stage: stage.id, does: 'judge', questions: judged })
    judged = []
  }
  for (const question of stage.questions) {
    if (isAboutListed(question, stage)) continue
    if (isJudged(question)) judged.push(question.id)
    const does = proposing(question, stage)
    if (does === null) continue
    judge()
    steps.push({ id: `${does}-${question.id}`, stage: stage.id, does, questions: [question.id] })
  }
  judge()
  return steps
}

/** Spans of units that nobody lists are left to people. */
function proposing(question: QuestionDefinition, { questions }: StageDefinition): PrefillStepDefinition['does'] | null {
  const { on, list, marks, settle } = question
  if (settle === 'aside') return null
  if (list?.evidence) return 'evidence'
  if (list) return placeQuestionOf(question, questions) ? 'marks' : 'list'
  return marks && on === ITEM ? 'mark' : null
}

/** The steps whose answers to a question can be scored. */
export const stepsJudging = (definition: Pick<Definition, 'prefill' | 'stages'>, id: string): string[] =>
  prefillSteps(definition)
    .filter(({ does, questions }) => does === 'judge' && questions.includes(id))
    .map((step) => step.id)

/** The same of a question of spans, and of a list of marks. */
export const stepsMarking = (definition: Pick<Definition, 'prefill' | 'stages'>, id: string): string[] =>
  prefillSteps(definition)
    .filter(({ does, questions }) => (does === 'mark' || does === 'marks') && questions.includes(id))
    .map((step) => step.id)

/**
 * Can what is asked about an entry be answered by the step that lists it: by choosing, by marking words in a text, or by a list within it?
 * `evidence`: is it a list of quotations from searches, of which that step makes none?
 */
export const isAnsweredAlong = ({
  form,
  settle,
  evidence,
}: Pick<QuestionDefinition, 'form' | 'settle'> & { evidence: boolean }): boolean =>
  isJudged({ form, settle }) || (['span', 'list'].includes(form) && settle !== 'aside' && !evidence)

/** The questions about the entries of a list that a step answers along with them, in their order; where a mark is, is none of them. */
export const answeredAlong = (
  { answers }: PrefillStepDefinition,
  stage: StageDefinition,
  list: NonNullable<QuestionDefinition['list']>,
): QuestionDefinition[] =>
  stage.questions.filter(
    (question) =>
      question.on === list.of &&
      question.id !== list.text &&
      isAnsweredAlong({ ...question, evidence: question.list?.evidence !== undefined }) &&
      (answers === undefined || answers.includes(question.id)),
  )
