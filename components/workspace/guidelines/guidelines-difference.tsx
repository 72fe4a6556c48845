'use client'

import { useMemo } from 'react'
import { useGuidelineText } from '@/lib/protocols/reader'
import { type ChangedSection, changedSections, flowing } from '@/lib/workspace/guidelines/changes/rules'
import { differenceDrawer } from './markdown'

interface GuidelinesDifferenceProps {
  before: string
  after: string
  headingLevel?: 2 | 3
}

/** Two versions of guidelines, section by section and there word by word, drawn as they are read: what was added is underlined, what was removed struck through. */
export function GuidelinesDifference({ before, after, headingLevel = 2 }: GuidelinesDifferenceProps) {
  const sections = useMemo(() => drawnSections(before, after, headingLevel), [before, after, headingLevel])
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
      {sections.map(({ section, words, drawn }) => (
        <section key={JSON.stringify([section.under, section.heading, section.before, section.after])}>
          <p className="text-muted text-xs">
            {words}
            <Under headings={section.under} word="under" />
            {section.from ? <Under headings={section.from} word="before that under" /> : null}
          </p>
          {drawn}
        </section>
      ))}
      <p className="text-muted text-sm">Sections that say the same in both versions are left out.</p>
    </div>
  )
}

function Under({ headings, word }: { headings: readonly string[]; word: string }) {
  if (headings.length === 0) return null
  return (
    <>
      , {word} <bdi>{headings.join(' › ')}</bdi>
    </>
  )
}

/** The sections that differ, each drawn once with what is said of it. */
function drawnSections(before: string, after: string, headingLevel: 2 | 3) {
  const draw = differenceDrawer(before, after, headingLevel)
  return changedSections(before, after).map((section) => {
    const { drawn, isMarked } = draw(
      markdownOf(section.was ?? section.heading, section.before),
      markdownOf(section.heading, section.after),
    )
    return { section, words: said(section, isMarked), drawn }
  })
}

/** The heading of a section stands, also where all of it is new or gone. */
const markdownOf = (heading: string | null, text: string) => (heading === null ? text : `# ${heading}\n\n${text}`)

function said({ change, heading, before, after, from }: ChangedSection, isMarked: boolean): string {
  if (heading === null) return isMarked ? 'At the top' : 'At the top, changed, though no word is'
  if (change === 'new') return 'New section'
  if (change === 'gone') return 'No longer there'
  if (change === 'changed') return isMarked ? 'Changed' : 'Changed, though no word is'
  const called = change === 'moved' ? 'Moved' : from ? 'Renamed and moved' : 'Renamed'
  return flowing(before) === flowing(after) ? called : `${called} and changed`
}
