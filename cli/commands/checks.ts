import type { Command } from 'commander'
import { table } from '@/cli/output'
import type { Session } from '@/cli/session'
import { type Checks, type FindingView, getChecksEndpoint, listFindingsEndpoint } from '@/lib/gold/checks/contract'

/** assay checks: what is inconsistent in the gold, by kind; with --kind, every finding of it at its place. */
export function checksCommand(program: Command, session: () => Session): void {
  program
    .command('checks')
    .description('inconsistencies of the gold, and contradictions still to be settled')
    .argument('<project>', 'its id or exact name')
    .option('--kind <key>', 'list the findings of this kind')
    .option('--unsettled', 'with --kind: only contradictions that nobody has settled')
    .action(async (given: string, options: { kind?: string; unsettled?: boolean }) => {
      const { id: projectId } = await session().project(given)
      if (options.kind === undefined) {
        const checks = await session().call(getChecksEndpoint, { params: { projectId } })
        return session().output.result(checks, () => countsText(checks))
      }
      const findings = await allFindings(session(), { projectId, kind: options.kind }, options.unsettled === true)
      session().output.result(findings, () => table(['ITEM', 'STAGE', 'UNIT', 'QUESTION', 'FOUND'], findings.map(line)))
    })
}

function countsText({ items, kinds, contradictions }: Checks): string {
  const counts = table(
    ['KIND', 'WEIGHT', 'FINDINGS', 'ITEMS', 'CHECK'],
    kinds.map((kind) => [kind.key, kind.severity, kind.findings, kind.items, kind.title]),
  )
  return `${items} items with gold checked; ${contradictions.unsettled} of ${contradictions.items} contradictory labels to be settled\n${counts}`
}

const line = ({ item, stageTitle, unit, question, message }: FindingView) => [
  item.position,
  stageTitle,
  unit || '–',
  question ?? '–',
  message,
]

/** Page by page, to the last. */
async function allFindings(
  session: Session,
  params: { projectId: string; kind: string },
  unsettled: boolean,
): Promise<FindingView[]> {
  const findings: FindingView[] = []
  for (let after: number | null = 0; after !== null; ) {
    const query = { after, unsettled: unsettled ? ('true' as const) : ('false' as const) }
    const page: { findings: FindingView[]; next: number | null } = await session.call(listFindingsEndpoint, {
      params,
      query,
    })
    findings.push(...page.findings)
    after = page.next
  }
  return findings
}
