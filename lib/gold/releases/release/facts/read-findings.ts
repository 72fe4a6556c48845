/** What checks find on released gold. */
import 'server-only'
import { checkedItems, kindsOf } from '@/lib/gold/checks/queries'
import type { Reader } from '@/lib/gold/releases/release/build/fingerprint'
import { type Extent, releasedSql } from '@/lib/gold/releases/released-sql'
import { prisma } from '@/lib/platform/server/db'
import type { Protocol } from '@/lib/protocols/protocol'
import { csvRow } from '@/lib/text/csv-row'

/** One finding at its place; `settled`: of a contradiction, whether somebody set the label by hand. */
export interface FindingRow {
  kind: string
  item: number
  stage: string
  unit: string
  question: string | null
  settled: boolean | null
}

/** What is found now on all gold. Findings are few beside the gold that they are about, and are held together. */
export async function gatherFindings(projectId: string, protocol: Protocol): Promise<FindingRow[]> {
  const settling = new Set(kindsOf(protocol).flatMap(({ key, settles }) => (settles ? [key] : [])))
  const rows: FindingRow[] = []
  for await (const { item, contradiction, found } of checkedItems(prisma(), projectId, protocol))
    for (const { kind, stage, unit, question } of found)
      rows.push({
        kind,
        item: item.position,
        stage,
        unit,
        question: question ?? null,
        settled: settling.has(kind) ? contradiction === 'settled' : null,
      })
  return rows
}

/** Of these findings, those on gold that the release holds. */
export async function releasedFindings(
  reader: Reader,
  projectId: string,
  extent: Extent,
  findings: readonly FindingRow[],
): Promise<FindingRow[]> {
  if (findings.length === 0) return []
  const rows = await reader.query<{ item: number; stage: string }>(
    `select t.position item, s.key stage from tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id
     where t.project_id = $1 and t.position = any($2) and ${releasedSql(extent)}`,
    [projectId, [...new Set(findings.map(({ item }) => item))]],
  )
  const released = new Set(rows.map(({ item, stage }) => `${item} ${stage}`))
  return findings.filter(({ item, stage }) => released.has(`${item} ${stage}`))
}

const COLUMNS = ['kind', 'item', 'stage', 'unit', 'question', 'settled'] as const

/** As CSV with a heading; nothing at all where nothing was found. */
export const findingCsv = (findings: readonly FindingRow[]): string[] =>
  findings.length === 0
    ? []
    : [
        csvRow(COLUMNS),
        ...findings.map(({ settled, ...row }) =>
          csvRow([
            row.kind,
            row.item,
            row.stage,
            row.unit,
            row.question,
            settled === null ? null : settled ? 'yes' : 'no',
          ]),
        ),
      ]
