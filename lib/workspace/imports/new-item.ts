/** What one read record becomes: an item with a task for each stage it has come to, with ids and places. Pure but for ids. */
import { rowId } from '@/lib/platform/server/row-id'
import { stageByKey } from '@/lib/protocols'
import { newUnitKey, withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, Protocol, Stage, UnitDraft, Vote } from '@/lib/protocols/protocol'
import { goldIn, type ReadStage } from '@/lib/protocols/read-stages'
import { ratersAt } from '@/lib/workspace/projects/raters'
import { renameUnits } from '@/lib/workspace/tasks/rename-units'
import type { ImportOptions } from './contract'
import { isLabelled, type ReadItem } from './read-item'

export interface WriteContext {
  /** null where no file brings them. */
  importId: string | null
  projectId: string
  fileName: string
  /** Who imports; their word is on what others decided elsewhere. null where no labels come along. */
  createdById: string | null
  protocol: Protocol
  /** The project's stages, in order. */
  stages: readonly ({ id: string; key: string } & Parameters<typeof ratersAt>[1])[]
  options: ImportOptions
}

export type NewUnit = UnitDraft & { id: string }

/** One stage's task of a new item. */
export interface NewTask {
  id: string
  stage: Stage
  stageId: string
  raters: number
  state: 'preparing' | 'open' | 'gold' | 'discarded'
  /** The task's own units. */
  units: NewUnit[]
  /** What somebody listed, where the labels are their work. */
  made: NewUnit[]
  answers: Answers
  votes: readonly Vote[] | null
  stale: Json
}

/** One new item with the ids of its rows. */
export interface NewItem {
  id: string
  position: number
  item: ReadItem
  /** The first stage's, and with gold those behind it. */
  tasks: [NewTask, ...NewTask[]]
  /** What its labels become; null without labels, and when they are ignored. */
  labels: 'gold' | 'suggestions' | 'person' | null
}

/** Gives a record its place and its ids. */
export function newItem(context: WriteContext, item: ReadItem, position: number): NewItem {
  const labels = labelsOf(context, item)
  const [first, ...later] = item.stages
  if (!first) throw new Error('an item has a first stage')
  const task = (read: ReadStage) => newTask(context, read, { item, position, labels })
  return {
    id: rowId(),
    position,
    item,
    labels,
    tasks: [task(first), ...(labels === 'gold' ? later : []).map(task)],
  }
}

function labelsOf({ options }: WriteContext, item: ReadItem): NewItem['labels'] {
  if (options.labels === 'ignore' || !isLabelled(item)) return null
  // What several people voted is nobody's work, and no proposal.
  if (options.labels !== 'gold' && item.stages[0]?.votes) return null
  // Nobody works on a discarded item; what was settled before stays so.
  return item.discarded && options.labels !== 'gold' ? null : options.labels
}

type Place = Pick<NewItem, 'item' | 'position' | 'labels'>

function newTask(context: WriteContext, read: ReadStage, place: Place): NewTask {
  const row = context.stages.find(({ key }) => key === read.key)
  if (!row) throw new Error(`project ${context.projectId} has no stage ${read.key}`)
  const stage = stageByKey(context.protocol, read.key)
  const state = stateOf(read, place, context.options)
  const work = place.labels === 'person' ? drawnAnew(stage, place.item.content, read) : null
  return {
    id: rowId(),
    stage,
    stageId: row.id,
    raters: (place.labels === 'person' && context.options.raters) || ratersAt(place.position, row),
    state,
    units: withIds(read.units),
    made: withIds(work?.made ?? []),
    answers: work?.answers ?? labelsIn(stage, read, place),
    votes: read.votes,
    stale: state === 'gold' ? read.stale : null,
  }
}

/** Suggestions may be about questions that are asked later; gold has the answers to those that are asked. */
const labelsIn = (stage: Stage, read: ReadStage, { item, labels }: Place): Answers =>
  labels === 'gold' ? goldIn(stage, item.content, read) : (read.answers ?? {})

export const withIds = (units: readonly UnitDraft[]): NewUnit[] => units.map((unit) => ({ ...unit, id: rowId() }))

function stateOf({ answers }: ReadStage, { item, labels }: Place, options: ImportOptions): NewTask['state'] {
  if (labels === 'gold' && answers) return 'gold'
  if (item.discarded) return 'discarded'
  // Somebody's submitted work is annotation already: the units can no longer be repaired.
  return labels === 'person' || options.open ? 'open' : 'preparing'
}

/** Labels as somebody's own: what they list gets keys of its own, as if they had listed it here. */
export function drawnAnew(stage: Stage, content: Json, { units, answers }: Pick<ReadStage, 'units' | 'answers'>) {
  const stageAnswers = answers ?? {}
  const unitKeys = new Set(units.map(({ key }) => key))
  const listed = withMadeUnits(stage, { content, units }, stageAnswers).units.filter(({ key }) => !unitKeys.has(key))
  const renamed = new Map(listed.map(({ key }) => [key, newUnitKey()]))
  const nameOf = (key: string) => renamed.get(key) ?? key
  const madeUnits = listed.map(({ key, kind, parent = '' }) => ({
    key: nameOf(key),
    kind,
    text: '',
    parent: nameOf(parent),
  }))
  return { answers: renameUnits(stage, stageAnswers, renamed), made: madeUnits }
}
