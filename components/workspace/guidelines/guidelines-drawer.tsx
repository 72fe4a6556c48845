'use client'

import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { Drawer } from '@/components/ui/drawer'
import { ErrorState } from '@/components/ui/error-state'
import { Link } from '@/components/ui/link'
import { SkeletonText } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { Question } from '@/lib/protocols/protocol'
import { useGuidelineText } from '@/lib/protocols/reader'
import { headingText, type Section, sectionsOf } from '@/lib/text/markdown-sections'
import { guidelineQuery } from '@/lib/workspace/guidelines/hooks'
import { sectionAbout } from '@/lib/workspace/guidelines/rules'
import { GuidelineText } from './guideline-text'

type GuidelinesDrawerProps = {
  projectId: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question that is open: they are shown from its section on. */
  about?: Question | null
  side?: 'left' | 'right'
  className?: string
}

/** The guidelines in force, beside the work: the page stays usable, by mouse and by shortcut. */
export function GuidelinesDrawer({
  projectId,
  open,
  onOpenChange,
  about = null,
  side,
  className,
}: GuidelinesDrawerProps) {
  // It comes with the drawer, and goes with it.
  const [text, setText] = useState<HTMLElement | null>(null)
  const { data, error, refetch } = useQuery({ ...guidelineQuery(projectId, 'latest'), enabled: open })
  const sections = sectionsOf(useGuidelineText(data?.body ?? ''))
  const section = about && sectionAbout(sections, about)
  useSection(text, placeOf(sections, open ? section : null))
  return (
    <Drawer
      title="Guidelines"
      modal={false}
      side={side}
      className={className}
      open={open}
      onOpenChange={onOpenChange}
      description={
        data ? (
          <>
            Version {data.version}, <Time value={data.createdAt} format="date" />
            {about ? (
              <span className="block">
                {section ? `At the section on “${about.title}”` : `No section is about “${about.title}”`}
              </span>
            ) : null}
          </>
        ) : undefined
      }
      footer={<Link href={`/projects/${projectId}/guidelines`}>All versions</Link>}
    >
      {data ? (
        <div ref={setText}>
          <GuidelineText headingLevel={3} body={data.body} />
        </div>
      ) : error ? (
        <ErrorState title="The guidelines could not be loaded" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : (
        <SkeletonText lines={8} label="Loading the guidelines" />
      )}
    </Drawer>
  )
}

/** Where a section is found in the text that is shown. */
interface Place {
  /** What its heading says. */
  heading: string
  /** Its place among the headings, and how many there are. */
  index: number
  count: number
}

function placeOf(sections: readonly Section[], section: Section | null): Place | null {
  const headed = sections.filter(({ heading }) => heading !== null)
  return (
    section && { heading: headingText(section.heading ?? ''), index: headed.indexOf(section), count: headed.length }
  )
}

const MARKED = ['rounded-sm', 'bg-accent-surface', 'outline-4', 'outline-accent-surface']

/** Shows the text from this section on, and marks its heading; from its top on where there is none. */
function useSection(text: HTMLElement | null, place: Place | null) {
  const { heading, index, count } = place ?? { heading: null, index: 0, count: 0 }
  useLayoutEffect(() => {
    if (text === null) return
    const all = [...text.querySelectorAll<HTMLElement>('h3, h4, h5, h6')]
    // Headings that are written otherwise than with #, and links in them, are met by their words.
    const headingElement =
      all.length === count ? all[index] : all.find(({ textContent }) => headingText(textContent) === heading)
    const scrollTarget = headingElement ?? text
    headingElement?.classList.add(...MARKED)
    scrollTarget.scrollIntoView({ block: 'start' })
    return () => headingElement?.classList.remove(...MARKED)
  }, [text, heading, index, count])
}
