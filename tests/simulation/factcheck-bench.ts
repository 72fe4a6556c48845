/** A project like Factcheck-Bench with planted disagreement in all three stages. */
import { protocolById } from '@/lib/protocols'
import type { Answers, EarlierGold, Json, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { type MadeProject, makeProject } from '@/tests/factories'
import { type Chance, chanceOf } from './chance'
import { decomposeAnswers, drawSentence, mergeAnswers, type Sentence, verifyAnswers } from './factcheck-answers'
import { calendar, makePeople, type People } from './people'
import { type SimulatedItem, type SimulatedTask, writeItems } from './write-rows'

export interface FactcheckPlan {
  items?: number
  /** Sentences of a response. */
  sentences?: number
  /** How often each annotator chooses another value than the true one. */
  errors?: readonly number[]
  /** How often an annotator overlooks a claim. */
  missed?: number
  /** How often an annotator words a claim or a correction differently. */
  reworded?: number
  gold?: number
  days?: number
  seed?: number
}

export interface SimulatedFactcheck extends People {
  project: MadeProject
  /** By the key of the stage. */
  stageIds: Record<string, string>
  /** The answers of every annotator to every task, as they were planted. */
  planted: { stage: string; item: number; rater: number; answers: Answers }[]
}

type Rates = Required<Pick<FactcheckPlan, 'missed' | 'reworded'>>

/** Makes the project with its people and work; the same plan gives the same ratings. */
export async function simulateFactcheckBench(given: FactcheckPlan = {}): Promise<SimulatedFactcheck> {
  const plan = {
    items: 10,
    sentences: 3,
    errors: [0.15, 0.25],
    missed: 0.2,
    reworded: 0.3,
    gold: 0.5,
    days: 28,
    seed: 1,
    ...given,
  }
  const project = await makeProject({ protocolId: 'factcheck-bench', everyStage: { raters: plan.errors.length } })
  const people = await makePeople(project, plan.errors.length)
  const stageIds = Object.fromEntries(project.stages.map(({ key, id }) => [key, id]))
  const { stages } = protocolById('factcheck-bench')
  const chance = chanceOf(plan.seed)
  const when = calendar(plan.items, plan.days)
  const planted: SimulatedFactcheck['planted'] = []
  const items = Array.from({ length: plan.items }, (_, place): SimulatedItem => {
    const position = place + 1
    const sentences = Array.from({ length: plan.sentences }, () => drawSentence(chance))
    const content = contentFrom(position, sentences)
    const earlier: { -readonly [Key in keyof EarlierGold]: EarlierGold[Key] } = {}
    const state = chance.happens(plan.gold) ? ('gold' as const) : ('consolidating' as const)
    const tasks = stages.map((stage): SimulatedTask => {
      const units = stage.units(
        content,
        sentences.map(({ text }) => text),
        earlier,
      )
      const truth = answer(chance, stage, sentences, units, { error: 0, missed: 0, reworded: 0 }, 'gold')
      const annotations = plan.errors.map((error, rater) => {
        const answers = answer(chance, stage, sentences, units, { ...plan, error }, `a${rater + 1}`)
        planted.push({ stage: stage.key, item: position, rater: rater + 1, answers })
        return {
          userId: people.annotators[rater]?.id ?? '',
          answers,
          submittedAt: when(place, rater),
          guidelineVersion: 1,
          activeSeconds: 60 + chance.index(600),
        }
      })
      earlier[stage.key] = { units, answers: truth }
      // What later stages are made of is gold.
      const isLast = stage === stages.at(-1)
      const taskState = isLast ? state : ('gold' as const)
      return { stage, stageId: stageIds[stage.key] ?? '', units, annotations, truth, state: taskState, suggestions: [] }
    })
    return { position, title: `Question ${position}?`, domain: null, source: 'simulated', content, tasks }
  })
  await writeItems(project.id, items)
  return { ...people, project, stageIds, planted }
}

function contentFrom(position: number, sentences: readonly Sentence[]): Json {
  const evidence = sentences.flatMap(({ claims }, index) =>
    claims.map(({ text }, n) => ({
      sentence: `s${index + 1}`,
      claim: text,
      passages: [1, 2].map((rank) => ({
        quote: `Passage ${rank} about claim ${n + 1} of item ${position}.`,
        url: `https://example.org/${position}/${index + 1}/${n + 1}/${rank}`,
        query: text,
      })),
    })),
  )
  const response = sentences.map(({ text }) => text).join(' ')
  return { prompt: `Question ${position}?`, response, source: null, evidence }
}

function answer(
  chance: Chance,
  stage: Stage,
  sentences: readonly Sentence[],
  units: readonly UnitDraft[],
  rates: Rates & { error: number },
  who: string,
): Answers {
  if (stage.key === 'decompose') return decomposeAnswers(chance, sentences, rates, who)
  if (stage.key === 'verify') return verifyAnswers(chance, units, rates)
  return mergeAnswers(chance, units, rates)
}
