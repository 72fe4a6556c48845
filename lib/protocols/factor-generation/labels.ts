/** What was said in both stages: the fact, and what texts state of it. */
import { z } from 'zod'
import { answerOf } from '@/lib/protocols/completeness'
import { optionKeys } from '@/lib/protocols/option-key'
import type { Answers, UnitDraft } from '@/lib/protocols/protocol'

/** The keys of the stages. */
export const FACT = 'fact'
export const JUDGE = 'judge'
/** The unit that stands for the whole item, and the kind of unit that is judged. */
export const ITEM = 'item'
export const CONTINUATION = 'continuation'

export const judgements = ['true', 'false', 'neutral', 'ill-formed', 'non-contradictory'] as const
export type Judgement = (typeof judgements)[number]

/** Judgements that take a text out of the figures. */
export const dropped: readonly Judgement[] = ['ill-formed', 'non-contradictory']

/** The fact that stands; null where there is none, or nobody has said. */
export function factIn(answers: Answers): string | null {
  const fact = answerOf(answers, ITEM, 'kind') === 'fact' ? answerOf(answers, ITEM, 'fact') : null
  return typeof fact === 'string' ? fact.trim() : null
}

const itemData = z.object({ fact: z.string().nullable() })

/** The fact that a judging task is about; null where none was found. */
export function factOf(whole: readonly UnitDraft[]): string | null {
  return itemData.safeParse(whole.find(({ kind }) => kind === ITEM)?.data).data?.fact ?? null
}

/** Texts with the keys under which they are judged: these tell nothing of who wrote which. */
export function withKeys<Written extends { text: string }>(texts: readonly Written[]): (Written & { key: string })[] {
  const keys = optionKeys(texts.map(({ text }) => text))
  return texts.map((each, index) => ({ ...each, key: keys[index] ?? '' }))
}

/** What a text was judged to be; null while nobody has. */
export function judgementOf(answers: Answers, unit: Pick<UnitDraft, 'key'>): Judgement | null {
  const value = answerOf(answers, unit.key, 'judgement')
  return judgements.find((judgement) => judgement === value) ?? null
}
