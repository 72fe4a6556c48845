/** Tables of what a dataset consists of: roll-ups that are true or false, counted by domain. */
import type { TableDefinition } from '@/lib/protocols/language/definition'
import { suggestion } from '@/lib/protocols/language/problems'
import type { FileTable, ProtocolFile } from '@/lib/protocols/language/vocabulary'
import type { ProblemList } from './problem-list'

const stageOf = ({ stages }: Pick<ProtocolFile, 'stages'>, { stage }: FileTable) =>
  stage === undefined ? stages.at(-1) : stages.find(({ id }) => id === stage)

/** Every table counts roll-ups of a stage that there is, by content that there is. */
export function checkTables({ tables = [], stages, record }: ProtocolFile, problems: ProblemList): void {
  problems.twice(
    tables.map(({ id }, index) => ({ name: id, path: ['tables', index, 'id'] })),
    'table',
  )
  const content = Object.keys(record.content)
  for (const [index, table] of tables.entries()) {
    const path = ['tables', index]
    const stage = stageOf({ stages }, table)
    if (!stage) {
      const names = stages.map(({ id }) => id)
      const named = table.stage ?? ''
      problems.value([...path, 'stage'], `There is no stage "${named}".`, suggestion(named, names, 'stage'))
    }
    if (table.by !== undefined && !content.includes(table.by))
      problems.value(
        [...path, 'by'],
        `There is no content called "${table.by}".`,
        suggestion(table.by, content, 'content'),
      )
    const rollUps = Object.keys(stage?.rollUp ?? {})
    for (const [place, { of }] of table.shares.entries())
      if (stage && !rollUps.includes(of))
        problems.value(
          [...path, 'shares', place, 'of'],
          `The stage "${stage.id}" has no roll-up "${of}".`,
          suggestion(of, rollUps, 'roll-up'),
        )
  }
}

/** The tables of a file whose names were checked. */
export const tablesOf = ({ tables = [], stages }: Pick<ProtocolFile, 'tables' | 'stages'>): TableDefinition[] =>
  tables.map((table) => ({
    id: table.id,
    title: table.title,
    says: table.says,
    stage: stageOf({ stages }, table)?.id ?? '',
    items: table.items ?? 'Items',
    by: table.by ?? null,
    shares: table.shares.map(({ of, is = true, title = of, tone = 'neutral' }) => ({ of, is, title, tone })),
  }))
