import { z } from 'zod'
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Json, Subject } from '@/lib/protocols/protocol'
import { contentOf, groupOf, groups, isTie } from './content'
import { judgements, withKeys } from './labels'

const groupCounts = z.object({
  model: z.string(),
  group: z.enum(groups),
  tie: z.boolean(),
  rightShare: z.number().nullable(),
  counts: z.record(z.enum(judgements), z.number()),
})
/** The judged texts of one model about one item, by judgement. */
export type GroupCounts = z.infer<typeof groupCounts>

/** How many texts of each model were judged how, models in order of name. Texts that nobody judged count nowhere. */
export function countJudgements({ content, units }: Subject, answers: Answers): Json {
  const { models, continuations } = contentOf(content)
  const present = new Set(units.map(({ key }) => key))
  const judged = withKeys(continuations).flatMap(({ model, key }) => {
    const judgement = present.has(key) ? answerOf(answers, key, 'judgement') : null
    return judgement === null ? [] : [{ model, judgement }]
  })
  return [...new Set(judged.map(({ model }) => model))].toSorted().map((model): Json => {
    const pair = models.find((each) => each.model === model)
    const count = (value: string) => judged.filter((each) => each.model === model && each.judgement === value).length
    return {
      model,
      group: groupOf(pair),
      tie: pair ? isTie(pair) : false,
      rightShare: pair?.rightShare ?? null,
      counts: Object.fromEntries(judgements.map((value) => [value, count(value)])),
    }
  })
}

/** The same as read back from a roll-up; none where it holds none. */
export function groupsIn(rollUp: { [key: string]: Json } | undefined): GroupCounts[] {
  return z.array(groupCounts).safeParse(rollUp?.groups).data ?? []
}
