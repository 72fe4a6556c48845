/** What more than half of several answers of a model say about a unit. */
import { schemaOf } from '@/lib/protocols/language/compile/questions'
import type { QuestionDefinition } from '@/lib/protocols/language/definition'
import type { Proposal } from '@/lib/protocols/prefill'
import { sameValue } from '@/lib/protocols/same-value'

/**
 * Of a set the values that more than half chose, of everything else the answer that more than half gave; null where there is none, or it may not be
 * given. An answer that says nothing about the unit counts among all. The score is the share that said so, of a set the smallest of its values.
 */
export function majorityOf(
  question: QuestionDefinition,
  answers: readonly (readonly Proposal[])[],
  unit: string,
): Proposal | null {
  const unitProposals = answers.flatMap((proposals) => proposals.find((proposal) => proposal.unit === unit) ?? [])
  const isMost = (count: number) => count * 2 > answers.length
  if (question.form !== 'set') {
    const counted = unitProposals.map((proposal) => ({
      proposal,
      count: unitProposals.filter(({ value }) => sameValue(value, proposal.value)).length,
    }))
    const most = counted.find(({ count }) => isMost(count))
    return most ? { ...most.proposal, score: most.count / answers.length } : null
  }
  const chosen = question.options.flatMap(({ value }) => {
    const count = unitProposals.filter(
      (proposal) => Array.isArray(proposal.value) && proposal.value.includes(value),
    ).length
    return isMost(count) ? [{ value, count }] : []
  })
  const checked = schemaOf(question).safeParse(chosen.map(({ value }) => value))
  const [first] = unitProposals
  if (!checked.success || !first) return null
  const score = Math.min(...chosen.map(({ count }) => count)) / answers.length
  const alike = unitProposals.find(({ value }) => sameValue(value, checked.data))
  const { rationale: _, ...said } = alike ?? first
  return { ...said, value: checked.data, score, ...(alike?.rationale ? { rationale: alike.rationale } : {}) }
}
