'use client'

import { useGuidelineText } from '@/lib/protocols/reader'
import { type ChangedSection, changedSections } from '@/lib/workspace/guidelines/changes/rules'
import { MarkdownDifference } from './markdown'

interface GuidelinesDifferenceProps {
  before: string
  after: string
  headingLevel?: 2 | 3
}

/** Two versions of guidelines, section by section and there word by word, drawn as they are read: what was added is underlined, what was removed struck through. */
export function GuidelinesDifference({ before, after, headingLevel = 2 }: GuidelinesDifferenceProps) {
  const sections = changedSections(before, after)
  const isTranslated = useGuidelineText(before) !== before
  if (sections.length === 0) return <p className="text-muted">No word of a section has changed.</p>
  return (
    <div className="space-y-6">
      {isTranslated ? (
        <p className="text-muted text-sm">
          You read the earlier version in a translation. What changed is shown in the language in which both were
          written.
        </p>
      ) : null}
      {sections.map((section) => (
        <section key={JSON.stringify([section.under, section.heading, section.before, section.after])}>
          <p className="text-muted text-xs">
            {said(section)}
            {section.under.length > 0 ? (
              <>
                , under <bdi>{section.under.join(' › ')}</bdi>
              </>
            ) : null}
          </p>
          <MarkdownDifference
            headingLevel={headingLevel}
            before={markdownOf(section.was ?? section.heading, section.before)}
            after={markdownOf(section.heading, section.after)}
          />
        </section>
      ))}
      <p className="text-muted text-sm">Sections that say the same in both versions are left out.</p>
    </div>
  )
}

/** The heading of a section stands, also where all of it is new or gone. */
const markdownOf = (heading: string | null, text: string) => (heading === null ? text : `# ${heading}\n\n${text}`)

function said({ change, heading, before, after }: ChangedSection): string {
  if (heading === null) return 'At the top'
  if (change === 'new') return 'New section'
  if (change === 'gone') return 'No longer there'
  if (change === 'changed') return 'Changed'
  return before === after ? 'Renamed' : 'Renamed and changed'
}
