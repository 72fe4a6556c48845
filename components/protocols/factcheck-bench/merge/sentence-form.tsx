'use client'
import { useDeferredValue, useMemo } from 'react'
import { fieldId, useBench } from '@/components/annotation/workbench/bench-context'
import { ChordHint } from '@/components/annotation/workbench/chord-hint'
import { FIELD_KEYS } from '@/components/annotation/workbench/keys'
import { suggestedOptions } from '@/components/annotation/workbench/suggested'
import { Below } from '@/components/protocols/factcheck-bench/shared/below'
import { KeyChoice } from '@/components/protocols/factcheck-bench/shared/key-choice'
import { askedQuestion } from '@/components/protocols/factcheck-bench/shared/questions'
import { StartedText } from '@/components/protocols/factcheck-bench/shared/started-text'
import { changeInWords } from '@/components/protocols/factcheck-bench/shared/word-counts'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { TextDiff } from '@/components/ui/text-diff'
import { answerOf } from '@/lib/protocols/completeness'
import { standingSentence } from '@/lib/protocols/factcheck-bench/merge-response'
import { mergeSentence } from '@/lib/protocols/factcheck-bench/merge-sentences'
import type { Question, UnitDraft } from '@/lib/protocols/protocol'
import { ClaimFates } from './claim-fates'
import { handlers, keep, MERGE_KEYS } from './handlers'
import { Repetitions } from './repetition-notes'

/** The open sentence: the original, its claims, whether it stays, and its text merged from what is left of them. */
export function MergeSentenceForm({ unit }: { unit: UnitDraft }) {
  const bench = useBench()
  const { answers, choose } = bench
  const question = askedQuestion(bench, unit, 'fate')
  const revised = askedQuestion(bench, unit, 'revised')
  return (
    <div className="space-y-4">
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap border-accent-border border-s-2 ps-3 text-sm">
        <span className="sr-only">Original sentence: </span>
        {unit.text.trim()}
      </p>
      <ClaimFates sentence={unit} />
      <Repetitions of={unit.key} />
      {question ? (
        <div>
          <KeyChoice
            question={question}
            value={answerOf(answers, unit.key, question.key)}
            suggested={suggestedOptions(bench, { unit, question })}
            hasKeys
            className="grid-cols-2"
            onChoose={(value) => (value === 'keep' ? keep(bench, unit) : choose(unit.key, question.key, value))}
          />
          <Below unit={unit} question={question} />
        </div>
      ) : null}
      {revised ? <Revised unit={unit} question={revised} /> : null}
      <Change unit={unit} />
    </div>
  )
}

function Revised({ unit, question }: { unit: UnitDraft; question: Question }) {
  const bench = useBench()
  const { answers, readOnly, go, goOn, chooseAll } = bench
  const possible = handlers(bench)
  const isWritten = answerOf(answers, unit.key, question.key) !== null
  return (
    <div>
      <div className="mb-1 flex min-h-8 items-center justify-between gap-2">
        <label htmlFor={fieldId(unit.key, question.key)} className="font-medium text-sm">
          {question.title} <Kbd of={MERGE_KEYS.write} hidden className="text-muted" />
        </label>
        {isWritten && !readOnly ? (
          <Button
            size="sm"
            variant="ghost"
            shortcut={FIELD_KEYS.original}
            className="pointer-coarse:min-h-11"
            onClick={() => chooseAll([{ unit: unit.key, question: question.key, value: null }], { origin: 'chosen' })}
          >
            Back to the merge
          </Button>
        ) : null}
      </div>
      <StartedText
        unit={unit}
        question={question}
        start={mergeSentence(unit).trim()}
        lines={4}
        onEnter={goOn}
        onEscape={() => go({ unit: unit.key, question: null })}
      />
      <Below unit={unit} question={question} original={mergeSentence(unit).trim()} />
      {readOnly ? null : (
        <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
          {possible.asClaims ? <ChordHint of={MERGE_KEYS.asClaims}>keep, in the words of its claims</ChordHint> : null}
          {possible.standalone ? (
            <ChordHint of={MERGE_KEYS.standalone}>keep, in its standalone wording</ChordHint>
          ) : null}
        </div>
      )}
    </div>
  )
}

/** From the original to what stands now, word by word, with how many words that changes. */
function Change({ unit }: { unit: UnitDraft }) {
  const answers = useDeferredValue(useBench().answers)
  const after = useMemo(() => standingSentence(answers, unit), [answers, unit])
  const before = unit.text.trim()
  return (
    <div className="rounded-md border border-line bg-canvas px-3 py-2 text-sm">
      <p className="mb-1 text-muted text-xs">
        {answerOf(answers, unit.key, 'fate') === null ? 'As merged. ' : ''}
        {after === '' ? 'Nothing is left of the sentence.' : changeInWords(before, after)}
      </p>
      <TextDiff before={before} after={after} className="wrap-anywhere" />
    </div>
  )
}
