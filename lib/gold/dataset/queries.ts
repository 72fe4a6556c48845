/** What a project's gold consists of. Gold may be read by everybody who may see this; having seen it is remembered. */
import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { authorizeProject, type LoadedProject, loadProject, rollUpRuleOf } from '@/lib/workspace/projects/queries'
import { recordGoldReads } from '@/lib/workspace/tasks/record-gold-reads'
import type { Dataset, DatasetQuery } from './contract'
import { countDiscarded } from './count-discarded'
import { presentPanel } from './figures'
import { readSummaries } from './read-summaries'
import type { FigureKey } from './rules'

/** The composition of the gold of all stages, for managers, reviewers and viewers. */
export async function getDataset(actor: Actor, projectId: string, query: DatasetQuery): Promise<Dataset> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('items.browse', project, 'The dataset is for managers, reviewers and viewers of a project.')
    const protocol = protocolById(project.protocolId)
    const projectRule = rollUpRuleOf(project)
    const rule = askedRule(project, query.rule)
    const golds = await readSummaries(tx, projectId, protocol)
    await recordGoldReads(tx, actor, projectId)
    return {
      project: { id: project.id, name: project.name, protocol: protocol.title },
      rules: protocol.rollUps.map(({ key, title, description }) => ({ key, title, description })),
      rule,
      projectRule,
      items: golds.length,
      stages: await countGold(tx, project),
      overridden: await countOverridden(tx, project),
      discarded: await countDiscarded(tx, project),
      panels: (protocol.composition?.panels(golds, rule) ?? []).map(presentPanel),
    }
  })
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
  return (protocol.composition?.panels(golds, rollUpRuleOf(project)) ?? []).map(presentPanel)
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
function askedRule(project: LoadedProject, asked: string | undefined): string {
  const { rollUps } = protocolById(project.protocolId)
  if (asked !== undefined && !rollUps.some(({ key }) => key === asked))
    throw new AppError('invalid_request', 'The protocol has no such rule of roll-up.')
  return asked ?? rollUpRuleOf(project)
}

async function countGold(tx: Tx, { id, protocolId }: LoadedProject): Promise<Dataset['stages']> {
  const rows = await tx.$queryRaw<{ key: string; golds: number; imported: number; singleRated: number }[]>`
    select s.key, count(*)::int "golds", count(*) filter (where g.origin = 'imported')::int "imported",
           count(*) filter (where g.origin = 'single_rated' or g.origin = 'tallied' and jsonb_array_length(g.votes) = 1)::int "singleRated"
    from items i join tasks t on t.item_id = i.id and t.state = 'gold' join stages s on s.id = t.stage_id
    join golds g on g.task_id = t.id and g.superseded_at is null
    where i.project_id = ${id}::uuid and i.discarded_at is null group by s.key`
  return protocolById(protocolId).stages.map(({ key, title, consolidation }) => {
    const counts = rows.find((row) => row.key === key) ?? { golds: 0, imported: 0, singleRated: 0 }
    return { ...counts, key, title, votes: consolidation === 'votes' }
  })
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
