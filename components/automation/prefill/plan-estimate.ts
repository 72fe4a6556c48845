import { moneyText } from '@/lib/automation/prefill/rules'
import type { PrefillOverview } from '@/lib/automation/prefill/settings/contract'
import { counted } from '@/lib/text/counted'
import { asksUnnamedModel, modelsAsked, type StepPlan } from './plan'

export interface EstimateInput {
  overview: PrefillOverview
  steps: readonly StepPlan[]
  runs: number
  /** Tasks that the run would take; null while they are not counted. */
  tasks: number | null
  /** What the trial cost, micro-dollars: null before there was one, 0 where kept answers hide it. */
  trialMicro: number | null
}

/** What a run would take, in sentences, none of which promises more than is known. */
export function estimateSentences({ overview, steps, runs, tasks, trialMicro }: EstimateInput): string[] {
  if (steps.length === 0) return []
  const models = modelsAsked(overview, steps)
  const amount = `${counted(steps.length, 'step')} over ${tasks === null ? 'the tasks' : `up to ${counted(tasks, 'task')}`}`
  const first = runs > 1 ? `${counted(runs, 'run')} of ${amount}, side by side.` : `${amount}.`
  const price = asksUnnamedModel(overview, steps)
    ? 'A model is asked, and none is named yet: name one, or set ASSAY_MODEL in the environment as the standard one.'
    : models.length === 0
      ? 'No model is asked, so models cost nothing.'
      : priceSentence(overview, models, tasks, trialMicro, runs)
  return [first, searchSentence(overview, steps, price)]
}

function priceSentence(
  overview: PrefillOverview,
  models: readonly string[],
  tasks: number | null,
  trialMicro: number | null,
  runs: number,
): string {
  const unpriced = unpricedModels(overview, models)
  if (unpriced.length > 0)
    return `The price of ${unpriced.join(', ')} is not known, so calls to it count as $0.00 and no ceiling stops them. Give it in the settings.`
  if (trialMicro === null) return 'Try the steps on one item to see what an item costs.'
  if (trialMicro === 0)
    return 'The trial was answered from what was kept, in part or whole; try another item for a price.'
  const item = `The item tried out cost ${moneyText(trialMicro)}.`
  if (tasks === null) return item
  return `${item} At that price all would cost about ${moneyText(trialMicro * tasks * runs)}; items of other lengths cost more or less.`
}

/** The models whose calls would count as free because nobody said what they cost. */
export const unpricedModels = (overview: PrefillOverview, models: readonly string[]): string[] =>
  models.filter((model) => !overview.settings.prices.some((price) => price.model === model))

function searchSentence(overview: PrefillOverview, steps: readonly StepPlan[], before: string): string {
  const searches = overview.steps.some(
    (step) => step.uses.includes('search') && steps.some((planned) => planned.key === step.key),
  )
  if (!searches) return before
  if (overview.settings.search === 'corpus') return `${before} ${corpusSentence(overview.corpus.documents)}`
  const title = overview.searches.find(({ id }) => id === overview.settings.search)?.title ?? overview.settings.search
  return `${before} Evidence is searched with ${title}, whose own fees are not counted here.`
}

const corpusSentence = (documents: number) =>
  documents === 0
    ? 'Evidence is searched in the project’s own documents, of which there are none yet: import some, or choose a search in the settings.'
    : `Evidence is searched in the project’s own ${counted(documents, 'document')}.`
