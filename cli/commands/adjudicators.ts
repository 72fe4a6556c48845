import type { Command } from 'commander'
import { table } from '@/cli/output'
import type { Session } from '@/cli/session'
import { refuseUnwritable } from '@/cli/write-file'
import {
  type Adjudicator,
  getAdjudicatorReceiptEndpoint,
  listAdjudicatorsEndpoint,
  type Taken,
} from '@/lib/quality/adjudicators/contract'
import { percentText } from '@/lib/quality/rater-matrix/rules'
import { type Alike, getSecondsEndpoint, type Seconds } from '@/lib/quality/second-adjudication/contract'

/** assay adjudicators: whose lanes, answers and origins each adjudicator takes, and how far two agree. */
export function adjudicatorsCommand(program: Command, session: () => Session): void {
  program
    .command('adjudicators')
    .description('what each adjudicator takes, and how alike two decide who do not know of each other; for managers')
    .argument('<project>', 'its id or exact name')
    .option(
      '--receipt <file>',
      'write every decision in tasks that are gold, with the figures of these, as JSON (docs/agreement.md)',
    )
    .action(async (idOrName: string, { receipt }: { receipt?: string }) => {
      if (receipt !== undefined) await refuseUnwritable(receipt)
      const params = { projectId: (await session().project(idOrName)).id }
      const { adjudicators } = await session().call(listAdjudicatorsEndpoint, { params })
      const { counts, all, byQuestion } = await session().call(getSecondsEndpoint, { params })
      if (receipt !== undefined) await session().save(receipt, getAdjudicatorReceiptEndpoint, { params, query: {} })
      session().output.result({ adjudicators, twice: { counts, all, byQuestion } }, () =>
        [...adjudicators.map(adjudicatorText), secondsText({ counts, all, byQuestion })].join('\n\n'),
      )
    })
}

const limits = (low: number, high: number) => `[${percentText(low)}, ${percentText(high)}]`

function adjudicatorText({ name, decisions, tasks, edited, shared, lanes, people, origins }: Adjudicator): string {
  const head = `${name}: ${decisions} decisions in ${tasks} tasks, ${edited} by a value that nobody gave, ${shared} by one that several gave`
  const rows = [...lanes, ...people, ...origins].map(takenRow)
  return rows.length === 0
    ? head
    : `${head}\n${table(['TAKEN', 'OF', 'TASKS', 'SHARE [95% INTERVAL]', 'BY CHANCE', ''], rows)}`
}

const takenRow = ({ name, taken, decisions, tasks, share, low, high, expected, verdict }: Taken) => [
  name,
  `${taken} of ${decisions}`,
  tasks,
  `${percentText(share)} ${limits(low, high)}`,
  percentText(expected),
  verdict === null ? '' : `${verdict} than chance`,
]

function secondsText({ counts, all, byQuestion }: Pick<Seconds, 'counts' | 'all' | 'byQuestion'>): string {
  const head = `Decided twice: ${counts.settled} of ${counts.drawn} tasks drawn from ${counts.adjudicated}`
  if (all.compared === 0) return head
  const rows = [{ title: 'all questions', ...all }, ...byQuestion].map(alikeRow)
  return `${head}\n${table(['QUESTION', 'ALIKE', 'TASKS', 'SHARE [95% INTERVAL]'], rows)}`
}

const alikeRow = ({ title, compared, alike, tasks, share, low, high }: Alike & { title: string }) => [
  title,
  `${alike} of ${compared}`,
  tasks,
  share === null || low === null || high === null ? null : `${percentText(share)} ${limits(low, high)}`,
]
