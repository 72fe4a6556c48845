'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { ChordHint } from '@/components/annotation/workbench/chord-hint'
import { PanelSheet, titleOf, UnitSection } from '@/components/annotation/workbench/unit-panel'
import { QuestionControl } from '@/components/annotation/workbench/unit-questions'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import { answerOf, standingAnswer } from '@/lib/protocols/completeness'
import type { UnitDraft } from '@/lib/protocols/protocol'

import { ALIKE, MOST_IMPORTANT } from './several-keys'

const LIST = 'claims'

/** The open sentence with its questions and claims; while a claim is open, the sentence is summed up above its claims. */
export function DecomposePanel({ status }: { status: OutboxStatus }) {
  const { stage, subject, survey, answers, openUnit, readOnly } = useBench()
  const sentence = openUnit?.kind === 'claim' ? survey.units.get(openUnit.parent ?? '')?.unit : openUnit
  if (!sentence) return <PanelSheet status={status}>{null}</PanelSheet>
  const askedQuestions = survey.units.get(sentence.key)?.asked ?? []
  const isClaimOpen = sentence !== openUnit
  return (
    <PanelSheet status={status}>
      <UnitSection unit={sentence} title={titleOf(stage, subject, sentence)}>
        <div className="space-y-4">
          {isClaimOpen ? <SentenceInShort sentence={sentence} /> : null}
          {askedQuestions
            .filter(({ key }) => !isClaimOpen || key === LIST)
            .map((question) => (
              <div key={`${sentence.key}-${question.key}`} className="space-y-1.5">
                <QuestionControl unit={sentence} question={question} />
                {question.key === 'checkworthy' && !readOnly ? (
                  <div
                    className={cn(
                      'flex flex-wrap gap-x-4 gap-y-1',
                      // They tell how to answer at once; what is answered keeps its place.
                      answerOf(answers, sentence.key, question.key) !== null && 'invisible',
                    )}
                  >
                    <ChordHint of={MOST_IMPORTANT}>check-worthy, all claims suggested, most important</ChordHint>
                    <ChordHint of={ALIKE}>and every claim: factual, most important</ChordHint>
                  </div>
                ) : null}
              </div>
            ))}
          {isClaimOpen && !readOnly && (survey.units.get(openUnit?.key ?? '')?.lacking.length ?? 0) > 0 ? (
            <div className="flex flex-wrap gap-x-4 gap-y-1">
              <ChordHint of={MOST_IMPORTANT}>factual, most important, and on</ChordHint>
              <ChordHint of={ALIKE}>and so are the claims below</ChordHint>
            </div>
          ) : null}
        </div>
      </UnitSection>
    </PanelSheet>
  )
}

/** What was said of the sentence, in a few lines. Its options have the same keys as the claim's, so they are not shown. */
function SentenceInShort({ sentence }: { sentence: UnitDraft }) {
  const { subject, answers, survey, go } = useBench()
  const askedQuestions = survey.units.get(sentence.key)?.asked ?? []
  const words = askedQuestions.flatMap((question) => {
    const value = standingAnswer(question, subject, answers, sentence)
    return question.options?.find((option) => option.value === value)?.text ?? []
  })
  const text = askedQuestions.find(({ key }) => key === 'decontext')
  const standing = text ? standingAnswer(text, subject, answers, sentence) : null
  return (
    <div className="flex items-start gap-2 border-accent-border border-s-2 ps-3 text-sm">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="wrap-anywhere line-clamp-4 whitespace-pre-wrap">
          {typeof standing === 'string' ? standing : sentence.text}
        </p>
        <p className="text-muted text-xs">{words.join(' · ')}</p>
      </div>
      <Button size="sm" variant="ghost" onClick={() => go({ unit: sentence.key, question: null })}>
        Open
      </Button>
    </div>
  )
}
