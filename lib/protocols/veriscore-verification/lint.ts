/** Inconsistencies of gold: verdicts that do not fit the results or the parts. */
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { GoldRecord, Linter, LintFinding } from '@/lib/protocols/protocol'
import { chosen, ITEM, VERIFY } from './fields'
import { hintsFor } from './hints'
import { derivedInWords, derivedLabel } from './parts'
import { verifyStage } from './stage'

const kinds = [
  {
    key: 'unfit-verdict',
    title: 'Verdict that does not fit the results',
    description:
      'The claim is supported though no result supports it, contradicted though none contradicts it, or the like. The stances and the verdict were settled one by one.',
    severity: 'warning',
  },
  {
    key: 'unfit-parts',
    title: 'Verdict that does not follow from the parts',
    description: 'The parts that stand in the gold lead to another verdict by the rule of the paper.',
    severity: 'warning',
  },
  {
    key: 'no-reason',
    title: 'Inconclusive without a reason',
    description:
      'The claim is inconclusive and nothing says whether by (a), (b) or (c): no reason had a majority, or none was given.',
    severity: 'warning',
  },
] as const satisfies Linter['kinds']

type Kind = (typeof kinds)[number]['key']

export const linter: Linter = {
  kinds,
  check({ content, stages }: GoldRecord): LintFinding[] {
    const { units, answers } = stages[VERIFY] ?? { units: [], answers: {} }
    const subject = withMadeUnits(verifyStage, { content, units }, answers)
    const verdict = chosen(answers, ITEM, 'verdict')
    const why = chosen(answers, ITEM, 'why')
    const found: LintFinding[] = hintsFor(subject, answers)
      .filter(({ kind }) => kind === 'doubt')
      .map(({ text }) => finding('unfit-verdict', 'verdict', text.replace(/^You say (?:that )?/, 'It says: ')))
    const derived = derivedLabel(answers)
    if (derived && verdict !== null && why !== 'c' && derived.verdict !== verdict)
      found.push(finding('unfit-parts', 'verdict', `By its parts the claim is ${derivedInWords(derived)}.`))
    if (verdict === 'inconclusive' && why === null)
      found.push(finding('no-reason', 'why', 'No reason is given for calling the claim inconclusive.'))
    return found
  },
}

const finding = (kind: Kind, question: string, message: string): LintFinding => ({
  kind,
  stage: VERIFY,
  unit: ITEM,
  question,
  message,
})
