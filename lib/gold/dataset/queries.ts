/** What a project's gold consists of. Gold may be read by everybody who may see this; having seen it is remembered. */
import 'server-only'
import { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { discardReasonText } from '@/lib/protocols/discard-reason-text'
import type { GoldSummary, Protocol, SuggestedList } from '@/lib/protocols/protocol'
import { findKept, type KeptKey, keepFigures } from '@/lib/quality/agreement/queries'
import { authorizeProject, type LoadedProject, loadProject, rollUpRuleOf } from '@/lib/workspace/projects/queries'
import { recordGoldReads } from '@/lib/workspace/tasks/record-gold-reads'
import { type Dataset, type DatasetQuery, panelSchema } from './contract'
import { presentPanel } from './figures'
import type { FigureKey } from './rules'

/** The current gold of items that were not discarded. */
const CURRENT_GOLD = Prisma.sql`
  items i join tasks t on t.item_id = i.id and t.state = 'gold'
  join stages s on s.id = t.stage_id
  join golds g on g.task_id = t.id and g.superseded_at is null`

/** Every item with gold in any stage as a composition counts it, in the order of items. */
async function readSummaries(tx: Tx, projectId: string, protocol: Protocol): Promise<GoldSummary[]> {
  const fields = protocol.composition?.content ?? []
  const rows = await tx.$queryRaw<Omit<GoldSummary, 'suggested'>[]>`
    select i.position,
      coalesce((select jsonb_object_agg(field, i.content -> field) from unnest(${[...fields]}::text[]) field), '{}') "content",
      jsonb_object_agg(s.key, g.roll_up) "stages"
    from ${CURRENT_GOLD}
    where i.project_id = ${projectId}::uuid and i.discarded_at is null
    group by i.id order by i.position`
  const lists = await readSuggestedLists(tx, projectId, protocol)
  return rows.map((row) => ({ ...row, suggested: lists.get(row.position) ?? [] }))
}

interface ListRow extends Omit<SuggestedList, 'proposed' | 'gold'> {
  position: number
  proposed: (string | null)[] | null
  gold: (string | null)[] | null
}

/**
 * What machines proposed for lists, the latest proposal for each, beside what became gold; by the item's position. It was
 * shown where somebody began to annotate after it was there.
 */
async function readSuggestedLists(
  tx: Tx,
  projectId: string,
  protocol: Protocol,
): Promise<Map<number, SuggestedList[]>> {
  const texts = listTexts(protocol)
  const byPosition = new Map<number, SuggestedList[]>()
  if (Object.keys(texts).length === 0) return byPosition
  const rows = await tx.$queryRaw<ListRow[]>`
    select distinct on (i.position, s.position, u.position, p.question)
      i.position, s.key "stage", u.key "unit", p.question,
      (select jsonb_agg(seed.value -> 'values' ->> ${textOf(texts)} order by seed.ordinality)
       from jsonb_array_elements(p.value) with ordinality seed) "proposed",
      (select jsonb_agg(g.answers -> (entry.value ->> 'key') ->> ${textOf(texts)} order by entry.ordinality)
       from jsonb_array_elements(${goldList}) with ordinality entry) "gold",
      exists (select 1 from annotations n
              where n.task_id = t.id and n.origin = 'person' and n.started_at >= p.created_at) "shown"
    from ${CURRENT_GOLD}
    join suggestions p on p.task_id = t.id and jsonb_typeof(p.value) = 'array'
    join units u on u.id = p.unit_id
    where i.project_id = ${projectId}::uuid and i.discarded_at is null
      and ${JSON.stringify(texts)}::jsonb -> s.key ? p.question
    order by i.position, s.position, u.position, p.question, p.created_at desc, p.id desc`
  for (const { position, proposed, gold, ...list } of rows) {
    const of = byPosition.get(position) ?? []
    of.push({ ...list, proposed: (proposed ?? []).map(textIn), gold: (gold ?? []).map(textIn) })
    byPosition.set(position, of)
  }
  return byPosition
}

const textIn = (text: string | null) => text?.trim() ?? ''

/** Which question holds the text of a list's entries, by stage and list. */
function listTexts(protocol: Protocol): Record<string, Record<string, string>> {
  const lists = protocol.stages.map(({ key, questions }) => {
    const ofStage = questions.flatMap((question) => (question.list ? [[question.key, question.list.text]] : []))
    return [key, Object.fromEntries(ofStage)] as const
  })
  return Object.fromEntries(lists.filter(([, ofStage]) => Object.keys(ofStage).length > 0))
}

const textOf = (texts: Record<string, Record<string, string>>) =>
  Prisma.sql`(${JSON.stringify(texts)}::jsonb -> s.key ->> p.question)`

const goldList = Prisma.sql`
  case jsonb_typeof(g.answers -> u.key -> p.question) when 'array' then g.answers -> u.key -> p.question else '[]' end`

/** Items that were set aside, the most frequent reason first: a result of the project, though in no figure. */
async function countDiscarded(tx: Tx, { id, protocolId }: LoadedProject): Promise<Dataset['discarded']> {
  const rows = await tx.$queryRaw<{ reason: string; items: number }[]>`
    select coalesce(discard_reason, '') reason, count(*)::int items from items
    where project_id = ${id}::uuid and discarded_at is not null group by 1 order by items desc, reason`
  return rows.map((row) => ({ ...row, title: discardReasonText(protocolById(protocolId), row.reason) }))
}

/** Raised whenever the same gold would give other panels: those that were kept are then computed anew. */
const PANELS_VERSION = 1
/** Panels over fewer items are computed whenever somebody looks. */
const KEPT_FROM = 2_000

const keptSchema = z.object({ items: z.int(), panels: z.array(panelSchema) })
type Panels = z.infer<typeof keptSchema>

/** The composition of the gold of all stages, for managers, reviewers and viewers. */
export async function getDataset(
  actor: Actor,
  projectId: string,
  query: DatasetQuery,
  { keptFrom = KEPT_FROM }: { keptFrom?: number } = {},
): Promise<Dataset> {
  const { dataset, toKeep } = await transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('items.browse', project, 'The dataset is for managers, reviewers and viewers of a project.')
    const protocol = protocolById(project.protocolId)
    const projectRule = rollUpRuleOf(project)
    const rule = askedRule(project, query.rule)
    // Before the panels: what changes in between is in them, and they are kept under a version that is nobody's any more.
    const { stages, prints, golds } = await countGold(tx, project)
    // What machines proposed may come and go while gold stays.
    const isKept = golds >= keptFrom && Object.keys(listTexts(protocol)).length === 0
    const version = [PANELS_VERSION, project.protocolId, project.protocolVersion, ...prints].join('/')
    const keptKey: KeptKey = { projectId, key: `dataset ${rule}`, version }
    const found = isKept ? await findKept(keptKey, keptSchema, tx) : null
    const panels = found ?? (await readPanels(tx, projectId, protocol, rule))
    await recordGoldReads(tx, actor, projectId)
    return {
      toKeep: isKept && !found ? { keptKey, panels } : null,
      dataset: {
        project: { id: project.id, name: project.name, protocol: protocol.title },
        rules: protocol.rollUps.map(({ key, title, description }) => ({ key, title, description })),
        rule,
        projectRule,
        stages,
        overridden: await countOverridden(tx, project),
        discarded: await countDiscarded(tx, project),
        ...panels,
      },
    }
  })
  if (toKeep) await keepFigures(toKeep.keptKey, toKeep.panels)
  return dataset
}

async function readPanels(tx: Tx, projectId: string, protocol: Protocol, rule: string): Promise<Panels> {
  const golds = await readSummaries(tx, projectId, protocol)
  const panels = protocol.composition?.panels(golds, rule) ?? []
  return { items: golds.length, panels: panels.map((panel) => presentPanel(panel, golds.length)) }
}

/** The panels of another project's gold by its own rule, for a reader of what they say; remembered as read like the rest. */
export async function panelsOf(
  tx: Tx,
  actor: Actor,
  project: Pick<LoadedProject, 'id' | 'protocolId' | 'rollUpRule'>,
): Promise<Dataset['panels']> {
  const protocol = protocolById(project.protocolId)
  const golds = await readSummaries(tx, project.id, protocol)
  await recordGoldReads(tx, actor, project.id)
  return (protocol.composition?.panels(golds, rollUpRuleOf(project)) ?? []).map((panel) =>
    presentPanel(panel, golds.length),
  )
}

/** The positions of exactly the items that a figure counts. */
export async function positionsBehindFigure(
  tx: Tx,
  project: LoadedProject,
  { panel, row, column, rule }: Omit<FigureKey, 'rule'> & { rule?: string },
): Promise<readonly number[]> {
  const protocol = protocolById(project.protocolId)
  const golds = await readSummaries(tx, project.id, protocol)
  const panels = protocol.composition?.panels(golds, askedRule(project, rule))
  const rows = panels?.find(({ key }) => key === panel)?.rows
  const cell = rows?.find(({ key }) => key === row)?.cells[column]
  // Figures come and go with the gold: one that is no more counts nothing.
  return cell?.items ?? []
}

/** The rule asked for, or the project's own. */
function askedRule(project: LoadedProject, requestedRule: string | undefined): string {
  const { rollUps } = protocolById(project.protocolId)
  if (requestedRule !== undefined && !rollUps.some(({ key }) => key === requestedRule))
    throw new AppError('invalid_request', 'The protocol has no such rule of roll-up.')
  return requestedRule ?? rollUpRuleOf(project)
}

interface GoldRow {
  key: string
  golds: number
  imported: number
  singleRated: number
  print: string
}

/**
 * A number for a gold `g` and its item `i`, which is another as soon as one of the two rows is: the transactions that wrote them (`xmin`) are part
 * of it, so that nothing can change a row and leave it. Sums of it are prints of what is computed from gold.
 */
export const GOLD_PRINT = Prisma.sql`uuid_hash_extended(g.id, (i.xmin::text::bigint << 31) # g.xmin::text::bigint)`

/** The gold of each stage, with a print of it. */
async function countGold(
  tx: Tx,
  { id, protocolId }: LoadedProject,
): Promise<{ stages: Dataset['stages']; prints: string[]; golds: number }> {
  const rows = await tx.$queryRaw<GoldRow[]>`
    select s.key, count(*)::int "golds", count(*) filter (where g.origin = 'imported')::int "imported",
           count(*) filter (where g.origin = 'single_rated' or g.origin = 'tallied' and jsonb_array_length(g.votes) = 1)::int "singleRated",
           sum(${GOLD_PRINT})::text "print"
    from items i join tasks t on t.item_id = i.id and t.state = 'gold' join stages s on s.id = t.stage_id
    join golds g on g.task_id = t.id and g.superseded_at is null
    where i.project_id = ${id}::uuid and t.project_id = ${id}::uuid and i.discarded_at is null group by s.key order by s.key`
  const stages = protocolById(protocolId).stages.map(({ key, title, consolidation }) => {
    const { golds, imported, singleRated } = rows.find((row) => row.key === key) ?? {
      golds: 0,
      imported: 0,
      singleRated: 0,
    }
    return { key, title, golds, imported, singleRated, votes: consolidation === 'votes' }
  })
  return {
    stages,
    prints: rows.map(({ key, golds, print }) => `${key}:${golds}:${print}`),
    golds: rows.reduce((sum, { golds }) => sum + golds, 0),
  }
}

/** Items whose label was set by hand, as long as it stands: not taken back, and about the gold of today (lib/gold/checks). */
async function countOverridden(tx: Tx, { id, protocolId }: LoadedProject): Promise<number> {
  const { itemLabel } = protocolById(protocolId)
  if (!itemLabel) return 0
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int from (
      select distinct on (o.item_id) o.item_id, o.value, o.created_at from roll_up_overrides o
      join items i on i.id = o.item_id
      where i.project_id = ${id}::uuid and i.discarded_at is null order by o.item_id, o.version desc) latest
    join tasks t on t.item_id = latest.item_id and t.state = 'gold'
    join stages s on s.id = t.stage_id and s.key = ${itemLabel.stage}
    join golds g on g.task_id = t.id and g.superseded_at is null
    where latest.value <> 'null'::jsonb and latest.created_at >= g.created_at`
  return row?.count ?? 0
}
