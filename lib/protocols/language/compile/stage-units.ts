/** Which units a stage shows of those that there are, and what they carry of what was settled before. */
import type { Answers, Json, UnitDraft } from '@/lib/protocols/answers'
import { type Definition, ITEM, type StageDefinition } from '@/lib/protocols/language/definition'
import { partsOfTree, type Tree } from '@/lib/protocols/language/expressions/tree'
import { withParts } from '@/lib/protocols/made-units'
import { type Questions, Scope } from './scope'

/** A stage by its place among those of the file. */
export interface StagePlace {
  definition: Definition
  questions: Questions
  stage: number
}

/**
 * The units of the kinds that the stage shows. What a condition leaves out goes with all its parts; parts of a kind that is not shown stand by
 * themselves. `units` carry what was settled about them.
 */
export function shownUnits(
  units: readonly UnitDraft[],
  content: Json,
  { definition, questions, stage }: StagePlace,
): UnitDraft[] {
  const kinds = definition.stages[stage]?.units
  if (!kinds) return [...units]
  const conditions = new Map(kinds.map(({ of, when }) => [of, when]))
  const leftOut = new Set<string>()
  // Each with steps of its own: how many units there are has no say in what is shown.
  const isMeant = (unit: UnitDraft, when: Tree) =>
    new Scope(questions, stage, { content, units }, {}).isTrue(when, unit)
  const visibleUnits = units.filter((unit) => {
    const when = conditions.get(unit.kind) ?? null
    const isOut = (unit.parent !== undefined && leftOut.has(unit.parent)) || (when !== null && !isMeant(unit, when))
    if (isOut) leftOut.add(unit.key)
    return !isOut && (unit.kind === ITEM || conditions.has(unit.kind))
  })
  const keys = new Set(visibleUnits.map(({ key }) => key))
  return visibleUnits.map(({ parent, ...unit }) =>
    parent !== undefined && keys.has(parent) ? { ...unit, parent } : unit,
  )
}

/** The units with what was settled about them; `questions`: those whose answers are carried, null for all. */
export const carrying = (
  units: readonly UnitDraft[],
  settled: readonly Answers[],
  questions: ReadonlySet<string> | null = null,
): UnitDraft[] =>
  units.map(({ data: _, ...unit }) => {
    const all = Object.assign({}, ...settled.map((each) => each[unit.key] ?? {})) as { [key: string]: Json }
    const answers =
      questions === null ? all : Object.fromEntries(Object.entries(all).filter(([question]) => questions.has(question)))
    return Object.keys(answers).length === 0 ? unit : { ...unit, data: { earlier: answers } }
  })

/** The questions of earlier stages that a stage shows, or that anything in it follows from; null where the file does not say what it shows. */
export function carriedQuestions({ label, stages }: Definition, place: number): ReadonlySet<string> | null {
  const stage = stages[place]
  if (!stage?.earlier) return null
  const names = new Set(stage.earlier)
  const visit = (tree: Tree) => {
    if (tree.is === 'field') names.add(tree.name)
    partsOfTree(tree).forEach(visit)
  }
  for (const tree of treesOf(stage)) visit(tree)
  if (label?.stage === stage.id) for (const { is } of label.rules) visit(is)
  return names
}

const treesOf = ({ questions, rollUps, checks }: StageDefinition): Tree[] => [
  ...questions.flatMap(({ when }) => when ?? []),
  ...rollUps.map(({ is }) => is),
  ...checks.map(({ when }) => when),
]

/** All units with those that a stage made of the ones that it shows, each behind the parts of its whole. */
export function withMade(
  units: readonly UnitDraft[],
  visibleUnits: readonly UnitDraft[],
  madeUnits: readonly UnitDraft[],
): UnitDraft[] {
  const before = new Set(visibleUnits.map(({ key }) => key))
  let whole = [...units]
  let left = madeUnits.filter(({ key }) => !before.has(key))
  while (left.length > 0) {
    const unitKeys = new Set(whole.map(({ key }) => key))
    const now = new Map<string, UnitDraft[]>()
    for (const unit of left)
      if (unit.parent !== undefined && unitKeys.has(unit.parent)) {
        const siblings = now.get(unit.parent)
        if (siblings) siblings.push(unit)
        else now.set(unit.parent, [unit])
      }
    // Nothing is made but of units that are there.
    if (now.size === 0) break
    whole = withParts(whole, now)
    left = left.filter(({ parent }) => parent === undefined || !now.has(parent))
  }
  return whole
}
