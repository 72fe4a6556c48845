import { answerOf } from '@/lib/protocols/completeness'
import type { Linter, LintFinding } from '@/lib/protocols/protocol'
import { contentOf, groupIn } from './content'
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
    const pair = contentOf(content)
    const judgedModels = new Set(stages[JUDGE] ? pair.continuations.map(({ model }) => model) : [])
    const withoutGroup = [...judgedModels].filter((model) => groupIn(pair, model) === 'unknown')
    const found = withoutGroup.map((model): LintFinding => {
      const message = `Neither a group nor log-probabilities are known for ${model}.`
      return { kind: 'group-not-known', stage: JUDGE, unit: ITEM, question: null, message }
    })
    if (answerOf(stages[FACT]?.answers ?? {}, ITEM, 'kind') !== 'none') return found
    const message = 'No single fact was found.'
    return [{ kind: 'no-single-fact', stage: FACT, unit: ITEM, question: 'kind', message }, ...found]
  },
}
