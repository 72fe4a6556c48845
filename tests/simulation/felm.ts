/** A project like FELM with planted disagreement: segments true or false, errors of known rates. */
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { type MadeProject, makeProject } from '@/tests/factories'
import { type Chance, chanceOf } from './chance'
import { calendar, makePeople, makeRun, type People, type Staff } from './people'
import { type SimulatedItem, type SimulatedTask, writeItems } from './write-rows'

export interface FelmPlan {
  items?: number
  /** Items after these that nobody has begun. */
  left?: number
  /** The fewest and the most segments of a response. */
  segments?: readonly [number, number]
  /** How often each annotator is wrong about a segment; as many annotators as rates. */
  errors?: readonly number[]
  /** How many of the annotators work on an item; all where left out. */
  raters?: number
  /** The share of segments that are false. */
  falseShare?: number
  /** How often an annotator removes an item. */
  removed?: number
  /**
   * A machine that suggests labels, wrong so often; with `arms`, shown, hidden or not shown by chance. Who is shown them
   * copies them with the probability `copied`.
   */
  model?: { error: number; arms?: boolean; copied?: number } | null
  /** The share of items that are gold, with what is true as gold. */
  gold?: number
  domains?: readonly string[]
  days?: number
  /** When work begins; a Monday of 2026 where left out. */
  from?: Date
  staff?: Staff
  seed?: number
}

/** A rating as it was planted: what any way of computing agreement has to start from. */
export interface Planted {
  measure: string
  /** "12/s3": the item's position and the unit. */
  unit: string
  item: number
  /** 1 for the first annotator. */
  rater: number
  value: string
}

export interface SimulatedFelm extends People {
  project: MadeProject
  stageId: string
  runId: string | null
  /** Of the measure `label`. */
  planted: Planted[]
}

const ARMS = ['shown', 'hidden', 'none'] as const
const ERROR_TYPES = ['knowledge_error', 'reasoning_error', 'irrelevant_with_qst', 'fooled'] as const

/** Makes the project with its people and work; the same plan gives the same ratings. */
export async function simulateFelm(given: FelmPlan = {}): Promise<SimulatedFelm> {
  const plan = {
    items: 20,
    left: 0,
    segments: [2, 5] as const,
    errors: [0.1, 0.2, 0.3],
    falseShare: 0.3,
    removed: 0,
    model: null,
    gold: 0,
    domains: ['wk', 'science'],
    days: 28,
    from: null,
    seed: 1,
    ...given,
  }
  const raters = plan.raters ?? plan.errors.length
  const project = await makeProject({ stage: { raters } })
  const people = await makePeople(project, plan.errors.length, given.staff)
  const stageId = project.stages[0]?.id ?? ''
  const stage = stageByKey(protocolById(project.protocolId), project.stages[0]?.key ?? '')
  const runId = plan.model ? await makeRun(project, stage.key) : null
  const chance = chanceOf(plan.seed)
  const when = calendar(plan.items, plan.days, plan.from)
  const planted: Planted[] = []
  const items = Array.from({ length: plan.items + plan.left }, (_, place): SimulatedItem => {
    const position = place + 1
    const domain = plan.domains[place % plan.domains.length] ?? null
    const [fewest, most] = plan.segments
    const segments = Array.from(
      { length: fewest + chance.index(most - fewest + 1) },
      (_, n) => `Fact ${position}.${n + 1}.`,
    )
    const prompt = `Question ${position}?`
    const content = {
      prompt,
      response: segments.join(' '),
      domain,
      source: null,
      index: String(position),
      refContents: [],
    }
    const truth = segments.map(() => !chance.happens(plan.falseShare))
    const guess = plan.model ? truth.map((label) => label !== chance.happens(plan.model?.error ?? 0)) : []
    const isLeft = place >= plan.items
    const chosen = isLeft ? [] : choose(chance, plan.errors.length, raters)
    const annotations: SimulatedTask['annotations'] = chosen.map((annotator) => {
      const removes = chance.happens(plan.removed)
      const arm = plan.model?.arms ? chance.pick(ARMS) : null
      const copied = arm === 'shown' ? (plan.model?.copied ?? 0) : 0
      const labels = truth.map((label, n) =>
        copied > 0 && chance.happens(copied)
          ? guess[n] === true
          : label !== chance.happens(plan.errors[annotator] ?? 0),
      )
      if (!removes)
        labels.forEach((label, n) => {
          const unit = `${position}/s${n + 1}`
          planted.push({ measure: 'label', unit, item: position, rater: annotator + 1, value: String(label) })
        })
      return {
        userId: people.annotators[annotator]?.id ?? '',
        submittedAt: when(place, annotator),
        guidelineVersion: 1,
        answers: removes ? REMOVED : answersOf(chance, labels),
        activeSeconds: 20 + chance.index(280),
        arms: arm ? [{ unitKind: 'segment', question: 'label', arm }] : [],
      }
    })
    const suggestions = guess.map((value: Json, n) => ({
      unit: `s${n + 1}`,
      question: 'label',
      value,
      runId: runId ?? '',
    }))
    const state = isLeft ? 'open' : chance.happens(plan.gold) ? 'gold' : 'consolidating'
    const units = stage.units(content, segments, {})
    const task = {
      stage,
      stageId,
      units,
      raters,
      annotations,
      truth: answersOf(chance, truth),
      state,
      suggestions,
    } as const
    return { position, title: prompt, domain, source: 'simulated', content, tasks: [task] }
  })
  await writeItems(project.id, items)
  return { ...people, project, stageId, runId, planted }
}

const REMOVED: Answers = { item: { action: 'remove', removeReason: 'riddle' } }

/** `of` different annotators of so many, in their order. */
function choose(chance: Chance, annotators: number, of: number): number[] {
  const all = Array.from({ length: annotators }, (_, index) => index)
  while (all.length > of) all.splice(chance.index(all.length), 1)
  return all
}

function answersOf(chance: Chance, labels: readonly boolean[]): Answers {
  const segments = labels.map((label, n): [string, Answers[string]] => [
    `s${n + 1}`,
    label ? { label } : { label, errorType: chance.pick(ERROR_TYPES), reason: 'It is wrong.' },
  ])
  return { item: { action: 'keep' }, ...Object.fromEntries(segments) }
}
