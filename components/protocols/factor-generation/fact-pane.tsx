'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { TextDiff } from '@/components/ui/text-diff'
import { contentOf } from '@/lib/protocols/factor-generation/content'
import { Part, Reading } from './part'
import { TextSoFar } from './text-so-far'

/** What is read to write the fact: the text so far, both sentences, and what differs between them. */
export function FactPane() {
  const { prefix, completion, contradiction } = contentOf(useBench().subject.content)
  return (
    <div className="space-y-6">
      <Part title="Text so far">
        <TextSoFar text={prefix} />
      </Part>
      <Part title="True completion">
        <Reading>{completion.trim()}</Reading>
      </Part>
      <Part title="Contradiction">
        <Reading>{contradiction.trim()}</Reading>
      </Part>
      <Part title="What the contradiction changes">
        <TextDiff before={completion.trim()} after={contradiction.trim()} className="reading" />
      </Part>
    </div>
  )
}
