'use client'

import { TextDiff } from '@/components/ui/text-diff'
import { type ChangedSection, changedSections } from '@/lib/workspace/guidelines/changes/rules'

const SAID: Record<ChangedSection['change'], string> = {
  changed: 'changed',
  renamed: 'renamed',
  new: 'new',
  gone: 'no longer there',
}

interface GuidelinesDifferenceProps {
  before: string
  after: string
  headingLevel?: 2 | 3
}

/** Two versions of guidelines, section by section and there word by word: added words underlined, removed ones struck through. */
export function GuidelinesDifference({ before, after, headingLevel = 2 }: GuidelinesDifferenceProps) {
  const sections = changedSections(before, after)
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  if (sections.length === 0) return <p className="text-muted">No word of a section has changed.</p>
  return (
    <div className="space-y-6">
      {sections.map(({ heading, change, ...section }) => (
        <section key={`${heading} ${section.before} ${section.after}`}>
          <Heading className="mb-1.5 font-semibold">
            <span dir="auto">{heading ?? 'At the top'}</span>{' '}
            <span className="font-normal text-muted text-xs">({SAID[change]})</span>
          </Heading>
          <TextDiff before={section.before} after={section.after} className="reading" />
        </section>
      ))}
      <p className="text-muted text-sm">Sections that say the same in both versions are left out.</p>
    </div>
  )
}
