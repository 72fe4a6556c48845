'use client'
import { useDeferredValue, useMemo } from 'react'
import { type Bench, fieldId, useBench } from '@/components/annotation/workbench/bench-context'
import { FIELD_KEYS } from '@/components/annotation/workbench/keys'
import { Below } from '@/components/protocols/factcheck-bench/shared/below'
import { askedQuestion } from '@/components/protocols/factcheck-bench/shared/questions'
import { StartedText } from '@/components/protocols/factcheck-bench/shared/started-text'
import { changeInWords } from '@/components/protocols/factcheck-bench/shared/word-counts'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Kbd } from '@/components/ui/kbd'
import { TextDiff } from '@/components/ui/text-diff'
import { mergeResponse } from '@/lib/protocols/factcheck-bench/merge-response'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { keepRest, MERGE_KEYS, undecided } from './handlers'
import { Repetitions } from './repetition-notes'
import { type ChangedAt, outOfStep, sentencesOf, writtenResponse } from './trace'
import { TracedResponse } from './traced-response'

/** The whole revised response: merged from the sentences, edited freely, compared with the original, and traced back. */
export function MergeResponseForm({ unit }: { unit: UnitDraft }) {
  const bench = useBench()
  const { subject, readOnly, go } = bench
  const answers = useDeferredValue(bench.answers)
  const merged = useMemo(() => mergeResponse(subject, bench.answers).text, [subject, bench.answers])
  const question = askedQuestion(bench, unit, 'response')
  const revised = useMemo(() => writtenResponse(answers) ?? mergeResponse(subject, answers).text, [subject, answers])
  if (!question) return null
  return (
    <div className="space-y-3">
      <KeepRest />
      <OutOfStep />
      <div>
        <div className="mb-1 flex min-h-8 flex-wrap items-center justify-between gap-2">
          <label htmlFor={fieldId(unit.key, question.key)} className="font-medium text-sm">
            {question.title} <Kbd of={MERGE_KEYS.writeWhole} hidden className="text-muted" />
          </label>
          {writtenResponse(bench.answers) !== null && !readOnly ? <MergeAgain /> : null}
        </div>
        <StartedText
          unit={unit}
          question={question}
          start={merged}
          lines={10}
          onEscape={() => go({ unit: unit.key, question: null })}
        />
        <Below unit={unit} question={question} original={merged} />
      </div>
      <Repetitions />
      <section aria-label="Changes against the original">
        <h3 className="mb-1 font-medium text-sm">
          Against the original <span className="font-normal text-muted">· {changeInWords(unit.text, revised)}</span>
        </h3>
        <TextDiff
          before={unit.text}
          after={revised}
          className="wrap-anywhere rounded-md border border-line bg-canvas px-3 py-2 text-sm"
        />
      </section>
      <TracedResponse />
    </div>
  )
}

/** Keeps every sentence that nobody decided on, said in how many that is. */
function KeepRest() {
  const bench = useBench()
  const count = undecided(bench).length
  if (count === 0 || bench.readOnly) return null
  return (
    <Button
      size="sm"
      shortcut={MERGE_KEYS.keepRest}
      className="pointer-coarse:min-h-11"
      onClick={() => keepRest(bench)}
    >
      Keep the {count === 1 ? 'sentence' : `${count} sentences`} not decided yet
    </Button>
  )
}

function MergeAgain() {
  const bench = useBench()
  return (
    <Button
      size="sm"
      shortcut={bench.openUnit?.kind === 'item' ? FIELD_KEYS.original : undefined}
      className="pointer-coarse:min-h-11"
      onClick={() => mergeAgain(bench)}
    >
      Merge again
    </Button>
  )
}

/** Lets the merge of the sentences stand again; undo brings the text written by hand back. */
const mergeAgain = ({ chooseAll }: Bench) =>
  chooseAll([{ unit: 'item', question: 'response', value: null }], { origin: 'chosen' })

/** Says when sentences changed after the whole text was edited by hand; nothing is merged by itself. */
function OutOfStep() {
  const bench = useBench()
  const { subject, readOnly, go } = bench
  // Finding sentences in a text written by hand takes longer than a keystroke may.
  const calm = useDeferredValue(bench)
  const late = useMemo(() => outOfStep(calm.subject, calm.answers, changedAt(calm)), [calm])
  if (late.length === 0 || readOnly) return null
  const numbers = sentencesOf(subject).map(({ key }) => key)
  return (
    <Callout
      tone="warning"
      live
      title="The revised response is out of step with its sentences"
      actions={
        <>
          <Button size="sm" className="pointer-coarse:min-h-11" onClick={() => mergeAgain(bench)}>
            Merge again
          </Button>
          {late.map(({ key }) => (
            <Button
              key={key}
              size="sm"
              variant="ghost"
              className="pointer-coarse:min-h-11"
              onClick={() => go({ unit: key, question: null })}
            >
              Sentence {numbers.indexOf(key) + 1}
            </Button>
          ))}
        </>
      }
    >
      You edited the whole text by hand, and changed {late.length === 1 ? 'a sentence' : 'sentences'} after that. Merge
      again to start from the sentences as they are now (undo brings your text back), or change the text yourself.
    </Callout>
  )
}

/** When an answer was last changed: on this device if that is not saved yet, else on the server. */
const changedAt =
  ({ entries, workbench }: Bench): ChangedAt =>
  (unit, question) => {
    const isIt = (each: { unit: string; question: string }) => each.unit === unit && each.question === question
    const saved = workbench.answers.find(isIt)
    return entries.find(isIt)?.editedAt ?? (saved ? Date.parse(saved.savedAt) : null)
  }
