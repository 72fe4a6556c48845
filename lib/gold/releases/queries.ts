import 'server-only'
import { unsettledContradictions } from '@/lib/gold/checks/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import { pool, prisma } from '@/lib/platform/server/db'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { protocolById } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import type { ExportList, ExportOffer, ExportRows, LabelChoice } from './contract'
import { csvRowCounter, linesIn } from './count-lines'
import { type ExportKind, exportKinds, type TextKind } from './export-kinds'
import type { ExportScope } from './export-scope'
import { exportName } from './rules'
import { listQuestions, type SeenNames, seenSql, unseenAnnotationSql, unseenGoldSql } from './seen-sql'
import { undecidedSql } from './undecided-sql'

/** How much each export would hold now. */
type Counts = Record<Extract<ExportKind['counts'], string>, number> & {
  /** By stage, the items that are gold up to it and not stale, as gold-lines.ts gives them out. */
  gold: Map<string, number>
}

const NAMES: SeenNames = { stage: 's.key', lists: '$2' }

/** With `unseen`, only what was made without a suggestion in sight, by the rules of each export. */
async function countRows(projectId: string, protocol: Protocol, labels: LabelChoice): Promise<Counts> {
  const unseen = labels === 'unseen'
  const values = [projectId, ...(unseen ? [JSON.stringify(listQuestions(protocol))] : [])]
  const [finished, annotations, independent, gold] = await Promise.all([
    count(unseen ? unseenFinishedSql(protocol) : finishedSql(protocol), values),
    count(annotationsSql(unseen ? UNSEEN_LABELS : ''), values),
    count(
      annotationsSql(`and n.round = 1 and n.independent ${unseen ? `and ${unseenAnnotationSql(NAMES)}` : ''}`),
      values,
    ),
    pool().query<{ key: string; count: number }>(goldSql(unseen ? `and ${unseenGoldSql(NAMES)}` : ''), values),
  ])
  return { finished, annotations, independent, gold: new Map(gold.rows.map(({ key, count: items }) => [key, items])) }
}

/** So many items or annotations are put into a format only to see how many rows come of them. */
export const MADE_TO_COUNT = 500
/** And items of so many bytes altogether, as they are stored: they are read, and written again, while somebody waits for a page. */
const MOST_BYTES = 2_000_000
const STORED_BYTES = `
  select coalesce(sum(pg_column_size(record) + pg_column_size(content)), 0)::int "count" from items where project_id = $1`

/** How many rows a format holds of which an item gives any number; null where too much would have to be made to know. */
async function countByMaking(
  scope: CountedScope,
  { lines, extension }: Pick<TextKind, 'lines' | 'extension'>,
  from: number,
): Promise<number | null> {
  if (await isTooMuch(scope, from)) return null
  const rowsIn = extension === 'csv' ? csvRowCounter() : linesIn
  let rows = 0
  for await (const part of lines({ ...scope, ...NOBODY })) rows += rowsIn(part)
  return rows
}

type CountedScope = Pick<ExportScope, 'projectId' | 'protocol' | 'labels'>
const NOBODY = { readerId: null, names: { annotators: {}, reviewers: {} } }

const isTooMuch = async ({ projectId }: CountedScope, from: number): Promise<boolean> =>
  from > MADE_TO_COUNT || (await count(STORED_BYTES, [projectId])) > MOST_BYTES

async function count(sql: string, values: readonly string[]): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(sql, [...values])
  return rows[0]?.count ?? 0
}

const FIRST_GOLD = `exists (
  select 1 from tasks t join stages s on s.id = t.stage_id
  where t.item_id = i.id and s.position = 0 and t.state = 'gold')`

const finishedSql = (protocol: Protocol) => `
  select count(*)::int "count" from items i
  where i.project_id = $1 and (i.discarded_at is not null or ${FIRST_GOLD} and not ${undecidedSql(protocol)})`

const unseenFinishedSql = (protocol: Protocol) => `
  select count(*)::int "count" from items i
  where i.project_id = $1 and i.discarded_at is null and ${FIRST_GOLD} and not ${undecidedSql(protocol)} and not exists (
    select 1 from tasks t join stages s on s.id = t.stage_id
    join golds g on g.task_id = t.id and g.superseded_at is null and t.state = 'gold'
    where t.item_id = i.id and not ${unseenGoldSql(NAMES)})`

const annotationsSql = (also: string) => `
  select count(*)::int "count"
  from annotations n join tasks t on t.id = n.task_id join stages s on s.id = t.stage_id
  where t.project_id = $1 and n.state = 'submitted' and t.state in (${REVEALED_SQL}) ${also}`

const UNSEEN_LABELS = `and exists (
  select 1 from labels l join units u on u.id = l.unit_id
  where l.annotation_id = n.id and l.value <> 'null' and not coalesce(${seenSql(NAMES)}, true))`

const goldSql = (also: string) => `
  with firm as (
    select t.item_id, s.position, row_number() over (partition by t.item_id order by s.position) - 1 "rank"
    from tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id
    left join golds g on g.task_id = t.id and g.superseded_at is null
    where t.project_id = $1 and t.state = 'gold' and not t.stale and i.discarded_at is null ${also})
  select s.key, count(f.item_id)::int "count"
  from stages s left join firm f on f.position = s.position and f.rank = s.position
  where s.project_id = $1 group by s.key`

/** Rows of which each item or annotation gives exactly one. */
const ONE_EACH: ReadonlySet<ExportRows> = new Set(['item', 'annotation'])

/** What the actor can download from a project now, with how much each file would hold. */
export async function listExports(actor: Actor, projectId: string, labels: LabelChoice = 'all'): Promise<ExportList> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('project.export', project)
  const protocol = protocolById(project.protocolId)
  const kinds = exportKinds(protocol).filter((kind) => kind.roles.includes(project.subject.role))
  const { gold, ...counts } = await countRows(projectId, protocol, labels)
  const exports: ExportOffer[] = []
  // Both files of ratings hold the same.
  let ratings: number | null | undefined
  const rowsOf = async (kind: ExportKind, from: number): Promise<number | null> => {
    if (ONE_EACH.has(kind.rows) || from === 0) return from
    // Tables are made from gold that is read under somebody's name, and nobody reads here.
    if ('table' in kind) return null
    if (kind.rows === 'rating' && ratings !== undefined) return ratings
    const rowCount = await countByMaking({ projectId, protocol, labels }, kind, from)
    if (kind.rows === 'rating') ratings = rowCount
    return rowCount
  }
  for (const kind of kinds) {
    const { key, title, description, rows, extension, counts: what } = kind
    const count = typeof what === 'string' ? counts[what] : (gold.get(what.gold) ?? 0)
    exports.push({
      key,
      title,
      description,
      rows,
      count: await rowsOf(kind, count),
      from: { what: what === 'annotations' || what === 'independent' ? 'annotation' : 'item', count },
      fileName: fileNameOf(project.name, exportName(key, labels), extension),
    })
  }
  const { count: unsettled } = await unsettledContradictions(prisma(), projectId)
  return { labels, exports, unsettled }
}
