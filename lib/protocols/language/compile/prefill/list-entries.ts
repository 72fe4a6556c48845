/** A step that proposes entries of a list, texts or marks: by a model, or of texts by rules that part sentences into claims. */
import { isList, placeQuestionOf } from '@/lib/protocols/language/definition'
import type { StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { claimsOf } from '@/lib/protocols/rules/claims'
import { segmentText } from '@/lib/text/segment-text'
import { answerAlong } from './answer-along'
import { askForEntries, type ListedUnits } from './ask-entries'
import { askForMarks } from './ask-marks'
import { entriesOutput, ProposedEntries } from './proposed-entries'
import { proposedSubject, questionsFor, type StepOf, scopeOf } from './step-context'

const SCORE_OF_RULES = 0.4

/** The list of a step, with the units for which it is asked under what was proposed before. */
export function listedUnits(of: StepOf, input: StepInput): ListedUnits {
  const [list] = questionsFor(of).filter(isList)
  if (!list) throw new Error(`the step ${of.step.id} has no list`)
  const proposed = proposedSubject(of, input)
  const scope = scopeOf(of, proposed)
  return { list, proposed, units: scope.unitsOf(list.on).filter((unit) => scope.isAsked(list, unit)) }
}

export async function listEntries(
  of: StepOf,
  input: StepInput,
  tools: StepTools,
  settings: { isModel: boolean; temperature: number },
): Promise<StepOutput> {
  const listed = listedUnits(of, input)
  const { list, proposed } = listed
  const entries = new ProposedEntries(list, of.stage.questions, settings.isModel)
  if (!settings.isModel) {
    for (const unit of listed.units)
      for (const claim of segmentText(unit.text).flatMap(claimsOf)) entries.add(unit.key, { [list.list.text]: claim })
    return entriesOutput(entries, { score: SCORE_OF_RULES })
  }
  if (listed.units.length === 0) return {}
  const ask = placeQuestionOf(list, of.stage.questions) ? askForMarks : askForEntries
  const { promptHash, ...asked } = await ask(of, listed, { entries, tools, temperature: settings.temperature })
  const problems = [...asked.problems, ...(await answerAlong(of, { list, entries }, proposed, tools))]
  return entriesOutput(entries, promptHash === null ? {} : { promptHash }, problems.length > 0 ? { problems } : {})
}
