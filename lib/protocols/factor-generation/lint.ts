import { answerOf } from '@/lib/protocols/completeness'
import type { Linter, LintFinding } from '@/lib/protocols/protocol'
import { contentOf, groupOf } from './content'
import { FACT, ITEM, JUDGE } from './labels'

/** What keeps gold of this protocol from being counted. */
export const linter: Linter = {
  kinds: [
    {
      key: 'no-single-fact',
      title: 'No single fact',
      description:
        'The sentences differ in no single fact, so nothing can be judged. Discard the item with that reason.',
      severity: 'warning',
    },
    {
      key: 'group-not-known',
      title: 'Group of a model not known',
      description:
        'Whether the model is right about the pair is not known, so its texts are in no group of the figures.',
      severity: 'warning',
    },
  ],
  check({ content, stages }) {
    const found: LintFinding[] = []
    if (answerOf(stages[FACT]?.answers ?? {}, ITEM, 'kind') === 'none')
      found.push({
        kind: 'no-single-fact',
        stage: FACT,
        unit: ITEM,
        question: 'kind',
        message: 'No single fact was found.',
      })
    if (!stages[JUDGE]) return found
    const { models, continuations } = contentOf(content)
    const unknown = [...new Set(continuations.map(({ model }) => model))].filter(
      (name) => groupOf(models.find(({ model }) => model === name)) === 'unknown',
    )
    return [
      ...found,
      ...unknown.map((model) => ({
        kind: 'group-not-known',
        stage: JUDGE,
        unit: ITEM,
        question: null,
        message: `Neither a group nor log-probabilities are known for ${model}.`,
      })),
    ]
  },
}
