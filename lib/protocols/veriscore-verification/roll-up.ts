import { z } from 'zod'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers, Json, Option, Subject } from '@/lib/protocols/protocol'
import { chosen, ITEM, resultsOf } from './fields'
import { isVerdict, twoLabelOf } from './mapping'
import { reasons, stanceOptions, trustOptions, verdicts } from './options'
import { derivedLabel } from './parts'
import { isInconclusive } from './questions'
import { RATERS_VERDICT } from './roll-ups'

/** What figures are made of; the labels of the claim are held by the key of the rule. */
export function rollUp(subject: Subject, answers: Answers): { [key: string]: Json } {
  const results = resultsOf(subject)
  const verdict = chosen(answers, ITEM, 'verdict')
  const derived = derivedLabel(answers)
  const ratersVerdict = isVerdict(verdict) ? verdict : null
  const each = (question: string) => results.map(({ key }) => chosen(answers, key, question))
  return {
    label: { [RATERS_VERDICT]: ratersVerdict },
    verdict: ratersVerdict,
    verdictOfTwo: ratersVerdict && twoLabelOf(ratersVerdict),
    why: isInconclusive(answers) ? chosen(answers, ITEM, 'why') : null,
    results: results.length,
    // In order of rank.
    stances: each('stance'),
    trust: each('trust'),
    parts: entriesOf(answers[ITEM]?.parts).length,
    derived: derived && { verdict: derived.verdict, why: derived.why },
  }
}

const oneOf = (values: readonly string[]) => z.string().refine((value) => values.includes(value))
const valuesOf = (options: readonly Option[]) => options.map(({ value }) => String(value))

const shape = z.object({
  verdict: z.enum(verdicts).nullable(),
  why: z.enum(reasons).nullable(),
  stances: z.array(oneOf(valuesOf(stanceOptions)).nullable()),
  trust: z.array(oneOf(valuesOf(trustOptions)).nullable()),
})
/** The part of a roll-up that the composition reads. */
export type VerificationRollUp = z.infer<typeof shape>

/** A stored roll-up; null where it is none of this stage's. */
export const rollUpOf = (stored: { [key: string]: Json } | undefined): VerificationRollUp | null =>
  shape.safeParse(stored).data ?? null
