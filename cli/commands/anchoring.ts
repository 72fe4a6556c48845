import type { Command } from 'commander'
import { table } from '@/cli/output'
import type { Session } from '@/cli/session'
import { refuseUnwritable } from '@/cli/write-file'
import {
  type AnchoringQuestion,
  type Difference,
  getAnchoringEndpoint,
  getAnchoringReceiptEndpoint,
  type Side,
} from '@/lib/quality/anchoring/contract'

/** assay anchoring: what suggestions do to labels, and the same by whether the suggestion was right. */
export function anchoringCommand(program: Command, session: () => Session): void {
  program
    .command('anchoring')
    .description('what suggestions do to labels, also where they are right and where they are wrong')
    .argument('<project>', 'its id or exact name')
    .option(
      '--run <id>',
      'compare with the suggestions of this run (default: of each place those with the highest score)',
    )
    .option('--receipt <file>', 'write the counts that the differences are computed from, as JSON (docs/agreement.md)')
    .action(async (idOrName: string, { run, receipt }: { run?: string; receipt?: string }) => {
      if (receipt !== undefined) await refuseUnwritable(receipt)
      const callInput = { params: { projectId: (await session().project(idOrName)).id }, query: { run } }
      const { questions } = await session().call(getAnchoringEndpoint, callInput)
      if (receipt !== undefined) await session().save(receipt, getAnchoringReceiptEndpoint, callInput)
      session().output.result(questions, () =>
        questions.length === 0 ? 'There is nothing to compare yet.' : questions.map(questionText).join('\n\n'),
      )
    })
}

function questionText({ stage, title, unitText, effect }: AnchoringQuestion): string {
  const rows = [
    effectRow('all', effect),
    ...effect.byCorrectness.map((split) => effectRow(`suggestion ${split.suggestion}`, split)),
  ]
  return `${stage}, ${title} of ${unitText}\n${table(['LABELS', 'WITH', 'WITHOUT', 'AGREEMENT, WITH MINUS WITHOUT', ''], rows)}`
}

interface Compared {
  causal: boolean
  shown: Side
  without: Side
  agreement: Difference
}

const effectRow = (what: string, { causal, shown, without, agreement }: Compared) => [
  what,
  shown.labels.count,
  without.labels.count,
  differenceText(agreement),
  causal ? 'arms by chance' : '',
]

function differenceText({ value, low, high, words }: Difference): string {
  if (value === null) return words ?? 'undefined'
  return low === null || high === null
    ? value.toFixed(3)
    : `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`
}
