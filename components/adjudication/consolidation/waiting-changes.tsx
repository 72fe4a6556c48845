'use client'
import { BothValues } from '@/components/annotation/workbench/both-values'
import { capitalised } from '@/components/annotation/workbench/unit-name'
import { ConflictCallout, RefusedCallout } from '@/components/annotation/workbench/unsaved-callouts'
import { entryKey, type OutboxEntry } from '@/lib/annotation/outbox/outbox-entry'
import { useDeskContext } from './desk-context'
import { useChoiceWords } from './use-choice-words'

/** Choices that wait for a decision: others settled the same meanwhile, or the server refused. Nothing is lost until one is made. */
export function WaitingChanges() {
  const { waiting } = useDeskContext()
  return waiting.blocked.map((entry) => <Blocked key={entryKey(entry)} entry={entry} />)
}

function Blocked({ entry }: { entry: OutboxEntry }) {
  const { waiting, go } = useDeskContext()
  const { name, at, question, mine, theirs, remark, valueWords, choiceWords } = useChoiceWords(entry)
  const onEnd = (choice: 'mine' | 'theirs') => {
    waiting.end(entry, choice)
    if (at.question !== '') go(at)
  }
  if (!entry.conflict)
    return (
      <RefusedCallout name={capitalised(name)} message={entry.refused} onEnd={onEnd}>
        {choiceWords}
      </RefusedCallout>
    )
  return (
    <ConflictCallout name={capitalised(name)} onEnd={onEnd}>
      <BothValues question={question} mine={mine} theirs={theirs} words={valueWords} />
      {remark ? (
        <p dir="auto" className="mt-1 whitespace-pre-wrap">
          {`Your words: ${remark}`}
        </p>
      ) : null}
    </ConflictCallout>
  )
}
