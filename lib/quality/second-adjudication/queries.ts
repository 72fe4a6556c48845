import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { listedOptions } from '@/lib/protocols/option-lists'
import { referencesIn } from '@/lib/protocols/picks'
import type { Json, Protocol, Question, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { shownValue } from '@/lib/protocols/shown-value'
import { unitName } from '@/lib/protocols/unit-name'
import { excerpt } from '@/lib/text/excerpt'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import { hadNoPart, STANDS } from '@/lib/workspace/tasks/second-sql'
import type { Alike, Difference, Seconds } from './contract'
import { ADJUDICATED } from './draw-second'
import { alikeOf, type DecidedTwice, isAlike } from './figures'
import { countSeconds, type DecidedPlace, readDecided } from './read-decided'
import { RULES } from './rules'

/** Differences listed at once; the total tells of the rest. */
const LIST_LENGTH = 200
const TEXT_LENGTH = 160

/** Is there anybody who may decide on the copy `d`? */
const ANYBODY = Prisma.sql`exists (
  select 1 from memberships w join users y on y.id = w.user_id
  where w.project_id = d.project_id and w.role = 'reviewer' and y.deactivated_at is null and ${hadNoPart(Prisma.sql`w.user_id`)})`

/**
 * How far adjudicators agree who decided the same task without knowing of each other, and where they differ; for managers. What waits
 * is counted and not named. That the reader has read the decisions that differ is remembered.
 */
export async function getSeconds(actor: Actor, projectId: string): Promise<Seconds> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Second adjudication is for managers of the project.')
    const protocol = protocolById(project.protocolId)
    const { secondPercent, secondSeed } = await tx.project.findUniqueOrThrow({
      where: { id: projectId },
      select: { secondPercent: true, secondSeed: true },
    })
    const decided = await readDecided(tx, projectId, protocol)
    const differing = decided.filter((each) => !isAlike(each))
    const listed = differing.slice(0, LIST_LENGTH)
    await recordAnswerReads(tx, actor, [...new Set(listed.map(({ taskId }) => taskId))], 'gold')
    return {
      project: { id: project.id, name: project.name },
      settings: { percent: secondPercent, seed: secondSeed },
      rules: [...RULES],
      counts: {
        adjudicated: await countAdjudicated(tx, projectId),
        ...(await countSeconds(tx, projectId, { stands: STANDS, anybody: ANYBODY })),
      },
      all: alikeOf(decided),
      byQuestion: byQuestion(protocol, decided),
      differences: { total: differing.length, rows: await presentDifferences(tx, protocol, listed) },
    }
  })
}

/** How far adjudicators agree who decided the same task without knowing of each other; null where nothing was decided twice. `without`: the positions of items that do not count. */
export async function findAdjudicatorAgreement(
  projectId: string,
  protocol: Protocol,
  without: readonly number[] = [],
): Promise<Alike | null> {
  const leftOut = new Set(without)
  const all = await transaction((tx) => readDecided(tx, projectId, protocol))
  const decided = all.filter(({ position }) => !leftOut.has(position))
  return decided.length === 0 ? null : alikeOf(decided)
}

/** Every question that two decided independently, and how often they did so alike. */
export async function readTwice(
  tx: Tx,
  projectId: string,
  protocol: Protocol,
): Promise<Pick<Seconds, 'all' | 'byQuestion'> & { decided: DecidedPlace[] }> {
  const decided = await readDecided(tx, projectId, protocol)
  return { decided, all: alikeOf(decided), byQuestion: byQuestion(protocol, decided) }
}

async function countAdjudicated(tx: Tx, projectId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int "count" from (
      select o.id from ${ADJUDICATED} and o.project_id = ${projectId}::uuid
      union select d.original_id from second_adjudications d where d.project_id = ${projectId}::uuid) each`
  return row?.count ?? 0
}

function byQuestion(protocol: Protocol, decided: readonly DecidedTwice[]): Seconds['byQuestion'] {
  return protocol.stages.flatMap(({ key: stage, questions }) =>
    questions.flatMap(({ key: question, title }) => {
      const figures = alikeOf(decided.filter((each) => each.stage === stage && each.question === question))
      return figures.compared === 0 ? [] : [{ ...figures, stage, question, title }]
    }),
  )
}

async function presentDifferences(tx: Tx, protocol: Protocol, listed: readonly DecidedPlace[]): Promise<Difference[]> {
  const ids = [...new Set(listed.flatMap(({ firstBy, secondBy }) => [firstBy, secondBy]))].filter((id) => id !== null)
  const people = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const units = await readUnits(tx, listed)
  return listed.map(({ taskId, firstBy, secondBy, ...place }) => {
    const stage = protocol.stages.find(({ key }) => key === place.stage)
    const here = units.get(taskId) ?? []
    const kind = here.find(({ key }) => key === place.unit)?.kind
    const question = stage?.questions.find((each) => each.key === place.question && (!kind || each.unit === kind))
    return {
      ...place,
      unitText: stage ? unitName(stage, here, place.unit) : place.unit,
      questionTitle: question?.title ?? place.question,
      firstText: stage ? inWords(question, place.first, { stage, units: here }) : '',
      secondText: stage ? inWords(question, place.second, { stage, units: here }) : '',
      firstBy: firstBy === null ? null : (names.get(firstBy) ?? ''),
      secondBy: names.get(secondBy) ?? '',
    }
  })
}

async function readUnits(tx: Tx, listed: readonly DecidedPlace[]): Promise<Map<string, UnitDraft[]>> {
  const rows = await tx.unit.findMany({
    where: { taskId: { in: [...new Set(listed.map(({ taskId }) => taskId))] } },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    select: { taskId: true, key: true, kind: true, text: true, parentKey: true },
  })
  const units = new Map<string, UnitDraft[]>()
  for (const { taskId, parentKey, ...unit } of rows) {
    const taskUnits = units.get(taskId) ?? []
    taskUnits.push({ ...unit, ...(parentKey === null ? {} : { parent: parentKey }) })
    units.set(taskId, taskUnits)
  }
  return units
}

function inWords(
  question: Question | undefined,
  value: Json,
  { stage, units }: { stage: Stage; units: readonly UnitDraft[] },
): string {
  if (value === null) return 'Not asked'
  const option = question?.options?.find((each) => each.value === value)
  if (option) return option.text
  const listed = question ? listedOptions(question, value) : []
  if (listed.length > 0) return listed.map(({ text }) => text).join(', ')
  const referencedKeys = question?.form === 'references' ? referencesIn(value) : []
  if (referencedKeys.length > 0) return referencedKeys.map((key) => unitName(stage, units, key)).join(', ')
  if (Array.isArray(value))
    return value.length === 0 ? 'None' : `${value.length} ${value.length === 1 ? 'entry' : 'entries'}`
  return typeof value === 'string' ? excerpt(value, TEXT_LENGTH) : shownValue(value)
}
