'use client'
import { fieldId, useBench } from '@/components/annotation/workbench/bench-context'
import { Below } from '@/components/protocols/factcheck-bench/shared/below'
import { askedQuestion } from '@/components/protocols/factcheck-bench/shared/questions'
import { StartedText } from '@/components/protocols/factcheck-bench/shared/started-text'
import { Kbd } from '@/components/ui/kbd'
import { TextDiff } from '@/components/ui/text-diff'
import { answerOf } from '@/lib/protocols/completeness'
import type { Question, UnitDraft } from '@/lib/protocols/protocol'
import { ClaimChoice } from './claim-choice'
import { VERIFY_KEYS } from './handlers'
import { operationsInWords } from './operation-words'
import { leaveField } from './places'
import { References } from './references'

/** What the verdict calls for: a correction or a deletion with what it rests on, or keeping what nothing decides. */
export function Correction({ claim }: { claim: UnitDraft }) {
  const bench = useBench()
  const revised = askedQuestion(bench, claim, 'revised')
  const reason = askedQuestion(bench, claim, 'deleteReason')
  const isDeleted = answerOf(bench.answers, claim.key, 'correction') === 'delete'
  return (
    <>
      <ClaimChoice claim={claim} questionKey="correction" className="grid-cols-2" />
      <ClaimChoice claim={claim} questionKey="unverified" className="grid-cols-2" />
      {revised ? <Revised claim={claim} question={revised} /> : null}
      {askedQuestion(bench, claim, 'correction') && isDeleted ? (
        <TextDiff before={claim.text} after="" className="rounded-md border border-line bg-canvas px-3 py-2 text-sm" />
      ) : null}
      {reason ? <WrittenText claim={claim} question={reason} lines={2} /> : null}
      <References claim={claim} />
    </>
  )
}

/** The correction, edited in place, and below it what it changes, word by word and as operations. */
function Revised({ claim, question }: { claim: UnitDraft; question: Question }) {
  const { answers } = useBench()
  const written = answerOf(answers, claim.key, question.key)
  const after = typeof written === 'string' ? written : claim.text
  const operations = operationsInWords(claim.text, after)
  return (
    <div>
      <WrittenText claim={claim} question={question} start={claim.text} lines={3} />
      <div className="mt-1.5 rounded-md border border-line bg-canvas px-3 py-2 text-sm">
        <TextDiff before={claim.text} after={after} />
        <p dir="auto" className="wrap-anywhere mt-1 text-muted text-xs">
          {operations.length > 0
            ? operations.join(' ')
            : 'Nothing is changed yet. Change what is false and nothing else.'}
        </p>
      </div>
    </div>
  )
}

interface WrittenTextProps {
  claim: UnitDraft
  question: Question
  start?: string
  lines: number
}

function WrittenText({ claim, question, start, lines }: WrittenTextProps) {
  const bench = useBench()
  const leave = () => bench.go(leaveField(bench, claim))
  return (
    <div>
      <label htmlFor={fieldId(claim.key, question.key)} className="mb-1 flex items-start gap-2 font-medium text-sm">
        {question.prompt}
        <Kbd of={VERIFY_KEYS.correct} hidden className="text-muted" />
      </label>
      <StartedText
        unit={claim}
        question={question}
        start={start}
        lines={lines}
        onEnter={leave}
        onEscape={() => bench.go({ unit: claim.key, question: null })}
      />
      <Below unit={claim} question={question} original={start} />
    </div>
  )
}
