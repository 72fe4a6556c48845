/** The keys of the third stage, beyond those of the options. */
import type { Bench } from '@/components/annotation/workbench/bench-context'
import { optionKey } from '@/components/annotation/workbench/keys'
import { onward } from '@/components/annotation/workbench/navigation'
import { type CausedChange, withChanges } from '@/lib/annotation/annotations/rules'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { byId, keyTable } from '@/lib/platform/client/keymap'
import { answerOf } from '@/lib/protocols/completeness'
import { ITEM } from '@/lib/protocols/factcheck-bench/fields'
import { claimsAsSentences, mergeSentence } from '@/lib/protocols/factcheck-bench/merge-sentences'
import { mergeDataOf } from '@/lib/protocols/factcheck-bench/unit-data'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { sentencesOf } from './trace'

type MergeKey = 'write' | 'asClaims' | 'standalone' | 'writeWhole' | 'keepRest'

const bind = (id: MergeKey, key: string, label: string): KeyBinding<MergeKey> => ({
  id,
  keys: [key],
  label,
  group: 'Answering',
})

export const bindings = keyTable<MergeKey>('factcheck-bench/merge', [
  bind('write', 'e', 'Keep the sentence and write it'),
  bind('asClaims', 'l', 'Keep the sentence in the words of its claims'),
  bind('standalone', 't', 'Keep the sentence in its standalone wording'),
  bind('writeWhole', 'w', 'Write in the whole revised response'),
  bind('keepRest', 'r', 'Keep all other sentences as they were merged'),
])

/** For buttons. */
export const MERGE_KEYS = byId(bindings)

type Handlers = Record<string, (() => void) | undefined>

export function handlers(bench: Bench): Handlers {
  const { openUnit, go } = bench
  const sentence = openUnit?.kind === 'sentence' ? openUnit : undefined
  return {
    ...(sentence ? { [optionKey('sentence', 'fate', 'keep')]: () => keep(bench, sentence) } : {}),
    write: sentence && (() => write(bench, sentence)),
    ...wordings(bench, sentence),
    writeWhole: () => go({ unit: ITEM, question: 'response' }),
    keepRest: undecided(bench).length > 0 ? () => keepRest(bench) : undefined,
  }
}

/** Keeps the sentence in words that are there already, where they are others than the merge's. */
function wordings(bench: Bench, sentence: UnitDraft | undefined): Handlers {
  if (!sentence) return {}
  const merged = mergeSentence(sentence).trim()
  const keptAs = (text: string) =>
    text === '' || text === merged
      ? undefined
      : () => {
          const changes: CausedChange[] = [
            { unit: sentence.key, question: 'fate', value: 'keep' },
            { unit: sentence.key, question: 'revised', value: text },
          ]
          const answers = withChanges(bench.answers, changes)
          const place = { unit: onward(bench.stage, bench.subject, answers, sentence.key), question: null }
          bench.perform({ changes, place })
        }
  return {
    asClaims: keptAs(claimsAsSentences(sentence)),
    standalone: keptAs(mergeDataOf(sentence).decontext.trim()),
  }
}

/** Keeps a sentence; where the merge left nothing of it, one goes on to write what remains. */
export function keep(bench: Bench, sentence: UnitDraft): void {
  const isEmpty = mergeSentence(sentence).trim() === '' && answerOf(bench.answers, sentence.key, 'revised') === null
  if (isEmpty) write(bench, sentence)
  else bench.choose(sentence.key, 'fate', 'keep')
}

/** Opens the sentence's text; whoever writes it keeps it. */
function write(bench: Bench, sentence: UnitDraft): void {
  bench.chooseAll([{ unit: sentence.key, question: 'fate', value: 'keep' }], { origin: 'chosen' })
  bench.go({ unit: sentence.key, question: 'revised' })
}

/** Sentences that nobody decided on, and of which the merge left something. */
export function undecided({ subject, answers }: Bench): UnitDraft[] {
  return sentencesOf(subject).filter(
    (sentence) => answerOf(answers, sentence.key, 'fate') === null && mergeSentence(sentence).trim() !== '',
  )
}

/** Keeps them all as they were merged: one act, undone as one. */
export function keepRest(bench: Bench): void {
  const changes = undecided(bench).map(({ key }) => ({ unit: key, question: 'fate', value: 'keep' }))
  bench.chooseAll(changes, { origin: 'bulk' })
}
