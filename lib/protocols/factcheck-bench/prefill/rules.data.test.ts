import { beforeAll, expect, it } from 'vitest'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { chosen } from '@/lib/protocols/factcheck-bench/fields'
import { goldOf } from '@/lib/protocols/factcheck-bench/formats/sample-documents'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import { entriesOf } from '@/lib/protocols/made-units'
import type { PrefillStep, StepInput } from '@/lib/protocols/prefill'
import { proposalProblems, scriptedTools, settingsOf } from '@/lib/protocols/prefill-test-tools'
import type { Answers, GoldRecord, Stage } from '@/lib/protocols/protocol'
import { recordsIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { checkworthyStep } from './checkworthy'
import { claimsStep } from './claims'
import { decontextStep } from './decontext'
import { importanceStep } from './importance'
import { stanceStep } from './stance'

// Figures, not bounds: the rules are as modest as they are.
const BENCHMARK = 'factcheckbench/factcheck-GPT-benchmark.jsonl'

interface Compared {
  gold: Answers
  proposed: Answers
  units: StepInput['units']
}

/** What the steps propose for a stage of a document by rules, beside its gold. */
async function compare(stage: Stage, steps: readonly PrefillStep[], record: GoldRecord): Promise<Compared> {
  const { units = [], answers: gold = {} } = record.stages[stage.key] ?? {}
  let input: StepInput = { content: record.content, units, earlier: record.stages, proposals: [], notes: {} }
  for (const step of steps) {
    const { proposals = [] } = await step.run(input, scriptedTools(), settingsOf(step, 'rules'))
    expect(proposalProblems(stage, units, proposals)).toEqual([])
    input = { ...input, proposals: [...input.proposals, ...proposals] }
  }
  return { gold, proposed: asAnswers(input.proposals), units }
}

/** The proposals as if they had been answered: of one unit and question the latest counts. */
function asAnswers(proposals: StepInput['proposals']): Answers {
  const answers: Answers = {}
  for (const { unit, question, value } of proposals) answers[unit] = { ...answers[unit], [question]: value }
  return answers
}

/** Share of units where the rules say what the gold says, and what always saying the commonest value would reach. */
function agreement(compared: readonly Compared[], question: string) {
  const pairs = compared.flatMap(({ gold, proposed, units }) =>
    units
      .map(({ key }) => ({ gold: chosen(gold, key, question), rules: chosen(proposed, key, question) }))
      .filter((pair) => pair.gold !== null && pair.rules !== null),
  )
  const counts = new Map<string | null, number>()
  for (const { gold } of pairs) counts.set(gold, (counts.get(gold) ?? 0) + 1)
  const same = pairs.filter(({ gold, rules }) => gold === rules).length
  const [commonest, most] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? ['', 0]
  const percent = (count: number) => `${((100 * count) / Math.max(1, pairs.length)).toFixed(1)} %`
  console.info(
    `${question}: ${percent(same)} of ${pairs.length} as in the gold; always “${commonest}”: ${percent(most)}`,
  )
  return pairs.length
}

describeData('the rules on the published documents', { files: [BENCHMARK] }, (folder) => {
  const golds = recordsIn(folder, BENCHMARK).map(goldOf)
  let decomposed: Compared[] = []
  let verified: Compared[] = []

  beforeAll(async () => {
    const steps = [decontextStep, claimsStep, checkworthyStep, importanceStep]
    decomposed = await Promise.all(golds.map((gold) => compare(decomposeStage, steps, gold)))
    verified = await Promise.all(golds.map((gold) => compare(verifyStage, [stanceStep], gold)))
  })

  it('rate sentences and passages', () => {
    expect(agreement(decomposed, 'checkworthy')).toBeGreaterThan(0)
    expect(agreement(decomposed, 'importance')).toBeGreaterThan(0)
    expect(agreement(verified, 'stance')).toBeGreaterThan(0)
  })

  it('list claims, of the check-worthy sentences, beside those of the gold', () => {
    const counts = decomposed.flatMap(({ gold, proposed, units }) =>
      units.map(({ key }) => {
        const seeds = proposed[key]?.claims
        return { gold: entriesOf(gold[key]?.claims).length, rules: Array.isArray(seeds) ? seeds.length : 0 }
      }),
    )
    const withClaims = counts.filter(({ gold }) => gold > 0)
    const sum = (of: 'gold' | 'rules') => withClaims.reduce((total, count) => total + count[of], 0)
    const equal = withClaims.filter(({ gold, rules }) => gold === rules).length
    console.info(
      `claims: ${sum('rules')} by rules, ${sum('gold')} in the gold (ratio ${(sum('rules') / sum('gold')).toFixed(2)}); as many in ${equal} of ${withClaims.length} sentences`,
    )
    expect(withClaims.filter(({ rules }) => rules === 0)).toEqual([])
  })
})
