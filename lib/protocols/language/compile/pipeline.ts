/**
 * What machines can do for a protocol file: answers by a model, entries of lists, spans, marks, segments, and evidence from searches, as the file says
 * or as its questions allow. A model is given what annotators may see, no more: the texts, the guidelines, and every value with its definition; never what is hidden.
 */
import { z } from 'zod'
import {
  type Definition,
  inLanguage,
  type PrefillStepDefinition,
  type QuestionDefinition,
} from '@/lib/protocols/language/definition'
import { type PromptPart, promptOf, standardPrompts } from '@/lib/protocols/language/prompts'
import { MOST_SAMPLES } from '@/lib/protocols/language/vocabulary'
import type {
  Pipeline,
  PrefillStep,
  StepInput,
  StepMethod,
  StepOutput,
  StepSettings,
  StepTools,
} from '@/lib/protocols/prefill'
import { cutParameters, cutText } from './prefill/cut-text'
import { evidenceParameters, findEvidence } from './prefill/find-evidence'
import { findLinks, linksParameters } from './prefill/find-links'
import { judgeQuestions } from './prefill/judge'
import { judgeByRules } from './prefill/judge-by-rules'
import { listEntries } from './prefill/list-entries'
import { markSpans } from './prefill/mark-spans'
import { promptFor, proposedSubject, questionsFor, type StepOf } from './prefill/step-context'
import { allJudged, isStageJudge, prefillSteps } from './prefill/which-steps'
import { questionsOf } from './scope'
import { compileStages } from './stage'

/** Several answers at temperature 0 would be one; FELM's self-consistency asks at this one. */
const TEMPERATURE_OF_SAMPLES = 0.9

/** Null where there is nothing that a machine could propose, or the file says so. */
export function compilePipeline(definition: Definition, protocolId: string): Pipeline | null {
  const stages = compileStages(definition, definition.language)
  const questions = questionsOf(definition)
  const steps = prefillSteps(definition).flatMap((step) => {
    const index = definition.stages.findIndex(({ id }) => id === step.stage)
    const [stage, compiled] = [definition.stages[index], stages[index]]
    if (!stage || !compiled) return []
    const words = (text: Definition['title']) => inLanguage(text, definition.language, definition.language)
    return [compileStep({ definition, step, stage, index, questions, compiled, words })]
  })
  return steps.length > 0 ? { protocolId, steps, generated: null } : null
}

function compileStep(of: StepOf): PrefillStep {
  const { definition, step, words } = of
  const called = CALLED[step.does]
  const titles = questionsFor(of).map(({ title }) => words(title))
  return {
    key: step.id,
    title: step.title !== undefined ? words(step.title) : step.rules ? called.titleWithRules : called.title,
    summary:
      step.says === undefined ? `${[called.summary, titles.join(', ')].filter(Boolean).join(': ')}.` : words(step.says),
    stage: step.stage,
    methods: methodsOf(step),
    uses: USED[step.does] ?? [],
    after: [],
    ...(step.does === 'cut' ? { resegments: true as const } : {}),
    parameters: parametersOf(step),
    prompts: (Object.keys(standardPrompts(step)) as PromptPart[]).map((part) =>
      promptOf(step, part, definition.version),
    ),
    run: (input, tools, settings) => runStep(of, input, tools, settings),
  }
}

const CALLED: Readonly<
  Record<PrefillStepDefinition['does'], { title: string; titleWithRules: string; summary: string }>
> = {
  judge: {
    title: 'Answers by a model',
    titleWithRules: 'Answers by rules or a model',
    summary: 'Puts each question with values to a model, with the guidelines and the definitions',
  },
  list: {
    title: 'Entries by a model',
    titleWithRules: 'Entries by rules or a model',
    summary: 'Proposes entries of a list, with answers to what is asked about them',
  },
  mark: {
    title: 'Spans by a model',
    titleWithRules: 'Spans by a model',
    summary: 'Proposes what is marked in a text: a model quotes the words, and they are found again or refused',
  },
  marks: {
    title: 'Marks by a model',
    titleWithRules: 'Marks by a model',
    summary:
      'Proposes what is marked in a text, with answers to what is asked about each mark: a model quotes the words, and they are found again or refused',
  },
  cut: {
    title: 'Segments by rules or a model',
    titleWithRules: 'Segments by rules or a model',
    summary:
      'Divides the text into sentences by rules, or into steps and statements by a model; its segments are refused if they do not make up the text',
  },
  links: {
    title: 'Links by search',
    titleWithRules: 'Links by search',
    summary: 'Searches, and proposes the pages found as links',
  },
  evidence: {
    title: 'Evidence by search',
    titleWithRules: 'Evidence by search',
    summary:
      'Writes queries, searches, reads the pages, and proposes quotations from the best passages, with address and query; the rules search for the words themselves, and propose whole passages',
  },
}

/** What steps reach besides models. */
const USED: Readonly<Partial<Record<PrefillStepDefinition['does'], PrefillStep['uses']>>> = {
  evidence: ['search', 'pages', 'embeddings'],
  links: ['search'],
}

/** Searching needs no model, and sentences are what a text was cut into; else there are rules where the file names some. */
function methodsOf({ does, rules }: PrefillStepDefinition): readonly [StepMethod, ...StepMethod[]] {
  if (does === 'links') return ['rules']
  if (does === 'cut') return ['rules', 'model']
  return does === 'evidence' || rules ? ['model', 'rules'] : ['model']
}

function parametersOf({ does, samples = 1, temperature }: PrefillStepDefinition): z.ZodObject {
  if (does === 'links') return linksParameters
  if (does === 'cut') return cutParameters
  const standard = temperature ?? (samples > 1 ? TEMPERATURE_OF_SAMPLES : 0)
  const fields = z.object({
    temperature: z.number().min(0).max(2).default(standard).meta({
      title: 'Temperature',
      description: 'How much answers to the same question may differ.',
    }),
  })
  if (does === 'evidence') return evidenceParameters.extend(fields.shape)
  if (does !== 'judge') return fields
  return z
    .object({
      samples: z.int().min(1).max(MOST_SAMPLES).default(samples).meta({
        title: 'Answers for a majority',
        description:
          'How often each question is asked; what more than half say is proposed. An odd number, at a temperature above 0.',
      }),
    })
    .extend(fields.shape)
}

/** Runs that were planned when the first judge of a stage answered all of its questions go on so: their plans have no number of samples. */
const asksAllJudged = ({ definition, step }: StepOf, planned: StepSettings['parameters']): boolean =>
  definition.prefill === undefined && isStageJudge(step) && !('samples' in planned)

const manner = z.object({ temperature: z.number().default(0), samples: z.int().default(1) })

async function runStep(
  of: StepOf,
  input: StepInput,
  tools: StepTools,
  { method, parameters, planned = parameters }: StepSettings,
): Promise<StepOutput> {
  const { temperature, samples } = manner.parse(parameters)
  const isModel = method === 'model'
  switch (of.step.does) {
    case 'judge': {
      if (!isModel) return judgeByRules(of, input)
      const questions: readonly QuestionDefinition[] = asksAllJudged(of, planned)
        ? allJudged(of.stage)
        : questionsFor(of)
      const modelContext = { tools, manner: { prompt: promptFor(of, 'prompt'), samples, temperature } }
      const { proposals, problems } = await judgeQuestions(of, questions, proposedSubject(of, input), modelContext)
      return problems.length > 0 ? { proposals, note: { problems } } : { proposals }
    }
    case 'list':
    case 'marks':
      return listEntries(of, input, tools, { isModel, temperature })
    case 'mark':
      return markSpans(of, input, tools, { temperature })
    case 'evidence':
      return findEvidence(of, input, tools, { isModel, temperature, parameters })
    case 'links':
      return findLinks(of, input, tools, parameters)
    case 'cut':
      return cutText(of, input, tools, { isModel, parameters })
  }
}
