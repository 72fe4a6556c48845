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
import { guidelineQuery } from '@/lib/workspace/guidelines/hooks'
import { headingOf, headingText, sectionsOf } from '@/lib/workspace/guidelines/rules'
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
  const headings = headingsOf(useGuidelineText(data?.body ?? ''))
  const heading = about && headingOf(headings, about)
  useSection(text, open ? heading : null)
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
                {heading === null ? `No section is named after “${about.title}”` : `At the section on “${about.title}”`}
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

const headingsOf = (body: string) => sectionsOf(body).flatMap(({ heading }) => heading ?? [])

const MARKED = ['rounded-sm', 'bg-accent-surface', 'outline-4', 'outline-accent-surface']

/** Shows the text from this heading on, and marks it. */
function useSection(text: HTMLElement | null, heading: string | null) {
  useLayoutEffect(() => {
    if (heading === null || text === null) return
    const all = [...text.querySelectorAll<HTMLElement>('h3, h4, h5, h6')]
    const at = all.find(({ textContent }) => headingText(textContent) === headingText(heading))
    at?.classList.add(...MARKED)
    at?.scrollIntoView({ block: 'start' })
    return () => at?.classList.remove(...MARKED)
  }, [text, heading])
}
