'use client'
import { BookOpen, Info, NotebookPen, Redo2, Search, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { ProgressBar } from '@/components/ui/progress-bar'
import { ariaKeys } from '@/lib/client/keyboard-format'
import type { OutboxStatus } from '@/lib/client/outbox-status'
import { useBench } from './bench-context'
import { SEARCH_KEY } from './keys'
import { SavePill } from './save-pill'

interface WorkbenchBarProps {
  status: OutboxStatus
  canUndo: boolean
  canRedo: boolean
  onUndo(): void
  onRedo(): void
  onDefinitions(): void
  onGuidelines(): void
  onNotes(): void
  /** Skip, shortcuts, submit. */
  children: ReactNode
}

const ICON = 'size-4'

/** The line on top: where one is, how far, whether it is saved, and what one can do. */
export function WorkbenchBar(props: WorkbenchBarProps) {
  const { workbench, protocol, survey, open, readOnly, showDefinitions, search } = useBench()
  const { answered, asked } = survey
  const { projectId, projectName, item } = workbench
  return (
    <header className="z-20 border-line border-b bg-canvas px-4 py-2 sm:px-6 lg:sticky lg:top-14 print:static">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <div className="min-w-0 max-lg:basis-full lg:w-64">
          <p className="truncate text-muted text-xs">
            <Link href={`/projects/${projectId}`}>{projectName}</Link>
            {item.domain ? ` · ${protocol.domains[item.domain] ?? item.domain}` : null}
          </p>
          <h1 className="truncate font-semibold text-sm" dir="auto">
            {item.position}. {item.title}
          </h1>
        </div>
        <div className="flex w-40 items-center gap-2 text-sm max-sm:w-auto max-sm:flex-1">
          <ProgressBar label="Answered" value={answered} max={asked} valueText={`${answered} of ${asked} answered`} />
          <span className="whitespace-nowrap text-muted tabular-nums" aria-hidden>
            {answered}/{asked}
          </span>
        </div>
        {readOnly ? null : <SavePill status={props.status} className="max-lg:hidden" />}
        <div className="ms-auto flex flex-wrap items-center gap-1">
          {readOnly ? null : (
            <>
              <Button
                variant="ghost"
                size="icon"
                aria-label="Undo"
                aria-keyshortcuts="Control+Z Meta+Z"
                disabled={!props.canUndo}
                onClick={props.onUndo}
              >
                <Undo2 aria-hidden className={ICON} />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label="Redo"
                aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
                disabled={!props.canRedo}
                onClick={props.onRedo}
              >
                <Redo2 aria-hidden className={ICON} />
              </Button>
            </>
          )}
          <Button
            variant="ghost"
            size="icon"
            aria-label="Search for evidence"
            aria-keyshortcuts={ariaKeys(SEARCH_KEY)}
            onClick={() => search(open)}
          >
            <Search aria-hidden className={ICON} />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Definitions"
            aria-keyshortcuts="D"
            aria-pressed={showDefinitions}
            onClick={props.onDefinitions}
          >
            <Info aria-hidden className={ICON} />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Guidelines"
            aria-keyshortcuts="G"
            onClick={props.onGuidelines}
          >
            <BookOpen aria-hidden className={ICON} />
          </Button>
          <Button variant="ghost" size="icon" aria-label="Notes" aria-keyshortcuts="M" onClick={props.onNotes}>
            <NotebookPen aria-hidden className={ICON} />
          </Button>
          {props.children}
        </div>
      </div>
    </header>
  )
}
